/** Queries that start and stop monitoring links together with their monitors, and read their sessions. */
import { randomUUID } from 'node:crypto'
import type { MonitorLinkSession } from '@pone/contract/entities/monitor-link.ts'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import type { Tables } from '../../adapters/database/tables.ts'
import { type LinkSessionQuery, lockLinks } from './monitor-link.repository.ts'
import { sessionSize } from './session-size.ts'

/** Of these links or monitors of a project, at an instant, by a person. */
interface Change {
  readonly projectId: string
  readonly ids: readonly string[]
  readonly at: number
  readonly by: string
}

/** Starts and stops monitors within a transaction, and returns those that were changed. */
export interface MonitorSessions {
  readonly start: (
    transaction: Transaction<Tables>,
    change: Change,
  ) => Promise<readonly { readonly id: string; readonly sessionId: string }[]>
  readonly stop: (
    transaction: Transaction<Tables>,
    change: Change,
  ) => Promise<readonly { readonly id: string }[]>
}

/** What a start or stop has changed. */
export interface LinkChange {
  /** Names of the links. */
  readonly names: readonly string[]
  readonly monitorIds: readonly string[]
}

/** Starts and stops links within a transaction, for other modules. */
export interface LinkSessions {
  /** Until the transaction ends, no link of the project is started or stopped by another one. */
  readonly lock: (transaction: Transaction<Tables>, projectId: string) => Promise<unknown>
  /** Links that run already stay as they are. */
  readonly start: (transaction: Transaction<Tables>, change: Change) => Promise<LinkChange>
  /** Stops the links whose present session is one of these. */
  readonly stop: (
    transaction: Transaction<Tables>,
    change: Omit<Change, 'ids'> & { readonly sessionIds: readonly string[] },
  ) => Promise<LinkChange>
}

export const linkSessions = (monitors: MonitorSessions): LinkSessions => ({
  lock: lockLinks,
  start: (transaction, change) => startLinks(transaction, monitors, change),
  stop: async (transaction, { sessionIds, ...change }) => {
    if (sessionIds.length === 0) return { names: [], monitorIds: [] }
    const open = await transaction
      .selectFrom('monitor_link_sessions')
      .select('link_id')
      .where('id', 'in', sessionIds)
      .where('stopped_at', 'is', null)
      .execute()
    return stopLinks(transaction, monitors, { ...change, ids: open.map(session => session.link_id) })
  },
})

export function createMonitorLinkSessionRepository(database: Database, monitors: MonitorSessions) {
  return {
    /** Links that run already stay as they are. */
    start: (change: Change): Promise<LinkChange> =>
      database.transaction().execute(transaction => startLinks(transaction, monitors, change)),
    stop: (change: Change): Promise<LinkChange> =>
      database.transaction().execute(transaction => stopLinks(transaction, monitors, change)),
    list: (query: LinkSessionQuery) => listSessions(database, query),
  }
}

async function startLinks(
  transaction: Transaction<Tables>,
  monitors: MonitorSessions,
  change: Change,
): Promise<LinkChange> {
  const { projectId, ids, at, by } = change
  await lockLinks(transaction, projectId)
  const links = await transaction
    .updateTable('monitor_links')
    .set({ is_running: true, running_since: at })
    .where('id', 'in', ids)
    .where('project_id', '=', projectId)
    .where('is_running', '=', false)
    .returning(['id', 'name', 'topology'])
    .execute()
  const monitorIds: string[] = []
  for (const { id, name, topology } of links) {
    const sessionId = randomUUID()
    await transaction
      .insertInto('monitor_link_sessions')
      .values({
        id: sessionId,
        link_id: id,
        project_id: projectId,
        link_name: name,
        topology: JSON.stringify(topology),
        started_at: at,
        started_by: by,
        stopped_at: null,
      })
      .execute()
    const own = await transaction
      .selectFrom('monitor_link_monitors')
      .select('monitor_id')
      .where('link_id', '=', id)
      .execute()
    const started = await monitors.start(transaction, { ...change, ids: own.map(row => row.monitor_id) })
    if (started.length > 0)
      await transaction
        .insertInto('monitor_link_starts')
        .values(started.map(monitor => ({ session_id: sessionId, monitor_session_id: monitor.sessionId })))
        .execute()
    monitorIds.push(...started.map(monitor => monitor.id))
  }
  return { names: links.map(link => link.name), monitorIds }
}

async function stopLinks(
  transaction: Transaction<Tables>,
  monitors: MonitorSessions,
  change: Change,
): Promise<LinkChange> {
  const { projectId, ids, at, by } = change
  if (ids.length === 0) return { names: [], monitorIds: [] }
  await lockLinks(transaction, projectId)
  const links = await transaction
    .updateTable('monitor_links')
    .set({ is_running: false, running_since: at })
    .where('id', 'in', ids)
    .where('project_id', '=', projectId)
    .where('is_running', '=', true)
    .returning(['id', 'name'])
    .execute()
  if (links.length === 0) return { names: [], monitorIds: [] }
  const sessions = await transaction
    .updateTable('monitor_link_sessions')
    .set({ stopped_at: at, stopped_by: by })
    .where(
      'link_id',
      'in',
      links.map(link => link.id),
    )
    .where('stopped_at', 'is', null)
    .returning('id')
    .execute()
  const begun = await openStarts(
    transaction,
    sessions.map(session => session.id),
  )
  for (const { monitorSessionId, heir } of begun)
    if (heir !== null)
      await transaction
        .updateTable('monitor_link_starts')
        .set({ session_id: heir })
        .where('monitor_session_id', '=', monitorSessionId)
        .execute()
  const stopped = await monitors.stop(transaction, {
    ...change,
    ids: begun.filter(start => start.heir === null).map(start => start.monitorId),
  })
  return { names: links.map(link => link.name), monitorIds: stopped.map(monitor => monitor.id) }
}

/** Sessions of monitors that these sessions of links began and that are open, and of each the session of another running link that needs the monitor. */
const openStarts = (transaction: Transaction<Tables>, sessionIds: readonly string[]) =>
  transaction
    .selectFrom('monitor_link_starts')
    .innerJoin('monitor_sessions', 'monitor_sessions.id', 'monitor_link_starts.monitor_session_id')
    .select([
      'monitor_sessions.id as monitorSessionId',
      'monitor_sessions.monitor_id as monitorId',
      sql<string | null>`(
        select others.id
        from monitor_link_monitors
        join monitor_link_sessions as others
          on others.link_id = monitor_link_monitors.link_id and others.stopped_at is null
        where monitor_link_monitors.monitor_id = monitor_sessions.monitor_id
        order by others.started_at
        limit 1
      )`.as('heir'),
    ])
    .where('monitor_link_starts.session_id', 'in', sessionIds)
    .where('monitor_sessions.stopped_at', 'is', null)
    .execute()

async function listSessions(
  database: Database,
  { projectId, linkId, isRunning, search, page, pageSize }: LinkSessionQuery,
): Promise<{ total: number; rows: MonitorLinkSession[] }> {
  const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
  const found = database
    .selectFrom('monitor_link_sessions')
    .where('project_id', '=', projectId)
    .$if(linkId !== null, rows => rows.where('link_id', '=', linkId ?? ''))
    .$if(isRunning !== null, rows => rows.where('stopped_at', isRunning === true ? 'is' : 'is not', null))
    .$if(search !== '', rows => rows.where('link_name', 'ilike', pattern))
  const [{ total }, rows] = await Promise.all([
    found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    found
      .select([
        'id',
        'link_id as linkId',
        'link_name as linkName',
        'started_at as startedAt',
        'started_by as startedBy',
        'stopped_at as stoppedAt',
        'stopped_by as stoppedBy',
        ...sessionSize,
      ])
      .orderBy('started_at', 'desc')
      .orderBy('id')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
  ])
  return { total, rows }
}
