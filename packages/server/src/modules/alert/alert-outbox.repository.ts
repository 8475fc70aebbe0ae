/** Queries of the outbox: notices that wait are leased to one sender at a time, and end as sent or failed. */
import type { MuteCause } from '@pone/alerts/state.ts'
import type { DeliveryHold } from '@pone/contract/entities/alert.ts'
import type { AlertDelivery } from '@pone/contract/entities/alert-channel.ts'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import type { AlertChannelTable } from './alert.table.ts'
import type { ChannelNotice, HeldBackNotices } from './alert-notice.ts'

export interface WaitingNotice {
  readonly id: number
  readonly attempts: number
  readonly content: ChannelNotice
}

export type AlertOutboxRepository = ReturnType<typeof createAlertOutboxRepository>

const deliveriesKept = 1_000

export function createAlertOutboxRepository(database: Database) {
  return { ...noticeQueries(database), ...deliveryQueries(database) }
}

function noticeQueries(database: Database) {
  return {
    /** Channels with notices that are due; those of channels that are switched off, deleted or another project's end as failed. */
    dueChannels: async (now: number): Promise<Selectable<AlertChannelTable>[]> => {
      await sql`
        update alert_outbox set state = 'failed', ended_at = ${now}::bigint, held_by = 'channelOff'
        where state = 'waiting' and not exists (
          select from alert_channels
          where alert_channels.id = channel_id and is_enabled
            and alert_channels.project_id = alert_outbox.project_id
        )`.execute(database)
      return await database
        .selectFrom('alert_channels')
        .selectAll()
        .where(
          'id',
          'in',
          database
            .selectFrom('alert_outbox')
            .select('channel_id')
            .where('state', '=', 'waiting')
            .where('next_at', '<=', now),
        )
        .execute()
    },
    /** The oldest notices that are due; until `leaseUntil` no other sender takes them. */
    take: async (
      channelId: string,
      { now, leaseUntil, limit }: { now: number; leaseUntil: number; limit: number },
    ): Promise<WaitingNotice[]> => {
      const { rows } = await sql<WaitingNotice>`
        update alert_outbox set attempts = attempts + 1, next_at = ${leaseUntil}::bigint
        where id in (
          select id from alert_outbox
          where channel_id = ${channelId}::uuid and state = 'waiting' and next_at <= ${now}::bigint
            and project_id = (select project_id from alert_channels where alert_channels.id = ${channelId}::uuid)
          order by id limit ${limit}::int
          for update skip locked
        ) returning id, attempts, content`.execute(database)
      return rows.toSorted((one, other) => one.id - other.id)
    },
    /** `ids`: those of one message. */
    ended: async (ids: readonly number[], state: 'sent' | 'failed', now: number): Promise<void> => {
      if (ids.length === 0) return
      await database
        .updateTable('alert_outbox')
        .set({ state, ended_at: now, together: ids.length })
        .where('id', 'in', ids)
        .execute()
    },
    /** `heldBy`: why later; null: nothing new. */
    again: async (
      ids: readonly number[],
      nextAt: number,
      heldBy: DeliveryHold | null = null,
    ): Promise<void> => {
      if (ids.length === 0) return
      await database
        .updateTable('alert_outbox')
        .set({ next_at: nextAt, ...(heldBy !== null && { held_by: heldBy }) })
        .where('id', 'in', ids)
        .execute()
    },
    /** Notes of what is due that the receiver takes no more now. */
    holdForRate: async (channelId: string, now: number): Promise<void> => {
      await database
        .updateTable('alert_outbox')
        .set({ held_by: 'rateLimit' })
        .where('channel_id', '=', channelId)
        .where('state', '=', 'waiting')
        .where('next_at', '<=', now)
        .where('held_by', 'is', null)
        .execute()
    },
  }
}

function deliveryQueries(database: Database) {
  return {
    /** Messages that the channel was sent after the instant. */
    sentSince: async (channelId: string, since: number): Promise<number> => {
      const { count } = await database
        .selectFrom('alert_deliveries')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('channel_id', '=', channelId)
        .where('at', '>', since)
        .executeTakeFirstOrThrow()
      return count
    },
    /** Since the last message of several notices that the channel accepted, at most since `from`. */
    heldBack: async (
      { id, project_id: projectId }: Pick<Selectable<AlertChannelTable>, 'id' | 'project_id'>,
      from: number,
    ): Promise<HeldBackNotices> => {
      const last = await database
        .selectFrom('alert_deliveries')
        .select(({ fn }) => fn.max('at').as('at'))
        .where('channel_id', '=', id)
        .where('notices', '>', 1)
        .where('is_accepted', '=', true)
        .executeTakeFirst()
      const since = Math.max(from, last?.at ?? 0)
      const { rows } = await sql<{ cause: MuteCause; count: number }>`
        select muted_by as cause, count(*) as count
        from alert_transitions
        join alert_incidents on alert_incidents.id = alert_transitions.incident_id
        join alert_rules on alert_rules.id = alert_incidents.rule_id
        where alert_transitions.project_id = ${projectId}::uuid and alert_transitions.made_at > ${since}::bigint
          and muted_by is not null and alert_rules.channel_ids ? ${id}::text
        group by muted_by`.execute(database)
      return { since, counts: Object.fromEntries(rows.map(({ cause, count }) => [cause, count])) }
    },
    log: async (channelId: string, delivery: AlertDelivery): Promise<void> => {
      await database
        .insertInto('alert_deliveries')
        .values({
          channel_id: channelId,
          at: delivery.at,
          duration_ms: delivery.durationMs,
          is_accepted: delivery.isAccepted,
          notices: delivery.notices,
          status: delivery.status,
          answer: delivery.answer.replaceAll('\0', ''),
          fault: delivery.fault.replaceAll('\0', ''),
        })
        .execute()
    },
    /** Keeps the newest deliveries of each channel, and notices that ended after the instant. */
    trim: async (endedBefore: number): Promise<void> => {
      await database.deleteFrom('alert_outbox').where('ended_at', '<', endedBefore).execute()
      await sql`
        delete from alert_deliveries using (
          select channel_id, (array_agg(id order by id desc))[${deliveriesKept}::int] as last_kept
          from alert_deliveries group by channel_id
        ) as bounds
        where alert_deliveries.channel_id = bounds.channel_id and id < bounds.last_kept`.execute(database)
    },
  }
}
