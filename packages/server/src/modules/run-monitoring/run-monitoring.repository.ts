/** Queries of the monitoring links of runs: started and stopped with them, and what is kept of their monitors. */
import { type RunMonitoring, runMonitoringSchema } from '@pone/contract/entities/run-monitoring.ts'
import { activeRunStates } from '@pone/contract/states.ts'
import { storableJson } from '@pone/results/batches/storable.ts'
import type { RunRecord } from '@pone/results/run-record.ts'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import type { Tables } from '../../adapters/database/tables.ts'
import type { LinkSessions } from '../monitor-link/monitor-link-session.repository.ts'

/** What was started or stopped. */
export interface RunLinkChange {
  readonly names: readonly string[]
  readonly monitorIds: readonly string[]
}

type EndedRun = Pick<RunRecord, 'id' | 'projectId' | 'startedBy'>

export type RunMonitoringRepository = ReturnType<typeof createRunMonitoringRepository>

export function createRunMonitoringRepository(database: Database, sessions: LinkSessions) {
  return {
    /** Starts the links that are bound to the run's scenario; those that run already stay as they are. */
    begin: (record: RunRecord, at: number): Promise<RunLinkChange> =>
      database.transaction().execute(transaction => beginLinks(transaction, sessions, record, at)),
    /** Stops what the run started, unless another run needs it. */
    end: (run: EndedRun, at: number): Promise<RunLinkChange> =>
      database.transaction().execute(transaction => endLinks(transaction, sessions, run, at)),
    links: (runId: string) =>
      database
        .selectFrom('run_monitor_links')
        .leftJoin('monitor_link_sessions', 'monitor_link_sessions.id', 'run_monitor_links.session_id')
        .leftJoin('monitor_links', 'monitor_links.id', 'run_monitor_links.link_id')
        .select([
          'run_monitor_links.link_id as id',
          'run_monitor_links.link_name as name',
          'run_monitor_links.topology',
          'is_started_by_run as isStartedByRun',
          'from_at as fromAt',
          'until_at as untilAt',
          'monitor_link_sessions.stopped_at as stoppedAt',
          sql<boolean>`coalesce(monitor_links.collects_each_second, false)`.as('collectsEachSecond'),
        ])
        .where('run_id', '=', runId)
        .orderBy('run_monitor_links.link_name')
        .execute(),
    /** Runs that are over, whose links were not stopped because a server failed. */
    forgotten: () =>
      database
        .selectFrom('run_monitor_links')
        .innerJoin('runs', 'runs.id', 'run_monitor_links.run_id')
        .select(['runs.id', 'runs.project_id as projectId', 'runs.started_by as startedBy'])
        .distinct()
        .where('until_at', 'is', null)
        .where('runs.state', 'not in', [...activeRunStates])
        .execute(),
    keep: async (runId: string, content: RunMonitoring): Promise<void> => {
      const json = storableJson(content)
      await database
        .insertInto('run_monitoring')
        .values({ run_id: runId, content: json })
        .onConflict(conflict => conflict.column('run_id').doUpdateSet({ content: json }))
        .execute()
    },
    kept: async (runId: string): Promise<RunMonitoring | null> => {
      const row = await database
        .selectFrom('run_monitoring')
        .select('content')
        .where('run_id', '=', runId)
        .executeTakeFirst()
      return row === undefined ? null : runMonitoringSchema.parse(row.content)
    },
  }
}

async function beginLinks(
  transaction: Transaction<Tables>,
  sessions: LinkSessions,
  { id: runId, projectId, scenarioId, startedBy }: RunRecord,
  at: number,
): Promise<RunLinkChange> {
  if (scenarioId === null) return { names: [], monitorIds: [] }
  await sessions.lock(transaction, projectId)
  const bound = await transaction
    .selectFrom('monitor_link_scenarios')
    .innerJoin('monitor_links', 'monitor_links.id', 'monitor_link_scenarios.link_id')
    .select(['monitor_links.id', 'monitor_links.is_running as isRunning'])
    .where('scenario_id', '=', scenarioId)
    .where('monitor_links.project_id', '=', projectId)
    .execute()
  if (bound.length === 0) return { names: [], monitorIds: [] }
  const ids = bound.map(link => link.id)
  const { monitorIds } = await sessions.start(transaction, { projectId, ids, at, by: startedBy })
  const open = await transaction
    .selectFrom('monitor_link_sessions')
    .select(['id', 'link_id', 'link_name', 'topology'])
    .where('link_id', 'in', ids)
    .where('stopped_at', 'is', null)
    .orderBy('link_name')
    .execute()
  const ranBefore = new Set(bound.filter(link => link.isRunning).map(link => link.id))
  if (open.length > 0)
    await transaction
      .insertInto('run_monitor_links')
      .values(
        open.map(session => ({
          run_id: runId,
          project_id: projectId,
          link_id: session.link_id,
          link_name: session.link_name,
          topology: JSON.stringify(session.topology),
          session_id: session.id,
          is_started_by_run: !ranBefore.has(session.link_id),
          from_at: at,
          until_at: null,
        })),
      )
      .onConflict(conflict => conflict.doNothing())
      .execute()
  return { names: open.map(session => session.link_name), monitorIds }
}

async function endLinks(
  transaction: Transaction<Tables>,
  sessions: LinkSessions,
  { id: runId, projectId, startedBy }: EndedRun,
  at: number,
): Promise<RunLinkChange> {
  await sessions.lock(transaction, projectId)
  const rows = await transaction
    .selectFrom('run_monitor_links')
    .leftJoin('monitor_link_sessions', 'monitor_link_sessions.id', 'run_monitor_links.session_id')
    .select(['run_monitor_links.link_id', 'session_id', 'is_started_by_run', 'stopped_at'])
    .where('run_id', '=', runId)
    .where('until_at', 'is', null)
    .execute()
  if (rows.length === 0) return { names: [], monitorIds: [] }
  for (const row of rows)
    await transaction
      .updateTable('run_monitor_links')
      .set({ until_at: Math.min(at, row.stopped_at ?? at) })
      .where('run_id', '=', runId)
      .where('link_id', '=', row.link_id)
      .execute()
  const stopping: string[] = []
  for (const row of rows.filter(each => each.is_started_by_run && each.stopped_at === null)) {
    const heir = await transaction
      .selectFrom('run_monitor_links')
      .select('run_id')
      .where('session_id', '=', row.session_id)
      .where('until_at', 'is', null)
      .orderBy('from_at')
      .executeTakeFirst()
    if (heir === undefined) stopping.push(row.session_id)
    else
      await transaction
        .updateTable('run_monitor_links')
        .set({ is_started_by_run: true })
        .where('run_id', '=', heir.run_id)
        .where('session_id', '=', row.session_id)
        .execute()
  }
  return sessions.stop(transaction, { projectId, sessionIds: stopping, at, by: startedBy })
}
