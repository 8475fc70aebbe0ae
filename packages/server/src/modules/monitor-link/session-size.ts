/** Columns of sessions of links that are computed by the database. */
import { sql } from 'kysely'

/** Further columns of a session: how large its topology is, and whether its link still exists. */
export const sessionSize = [
  sql<number>`jsonb_array_length(topology->'nodes')`.as('nodes'),
  sql<number>`jsonb_array_length(topology->'edges')`.as('edges'),
  sql<boolean>`not exists (
    select from monitor_links where monitor_links.id = monitor_link_sessions.link_id
  )`.as('isLinkDeleted'),
] as const
