/** Queries of data-flow reports: sessions of links, what is kept of them, and the load tests that ran in them. */
import {
  type FlowContent,
  type FlowRun,
  flowContentSchema,
  maxFlowRuns,
} from '@pone/contract/entities/flow-report.ts'
import { storableJson } from '@pone/results/batches/storable.ts'
import type { Database } from '../../adapters/database/database.ts'
import { sessionSize } from '../monitor-link/session-size.ts'

const sessionColumns = [
  'id',
  'project_id as projectId',
  'link_id as linkId',
  'link_name as linkName',
  'topology',
  'started_at as startedAt',
  'started_by as startedBy',
  'stopped_at as stoppedAt',
  'stopped_by as stoppedBy',
  ...sessionSize,
] as const

export type FlowReportRepository = ReturnType<typeof createFlowReportRepository>
export type FlowSession = NonNullable<Awaited<ReturnType<FlowReportRepository['find']>>>

export function createFlowReportRepository(database: Database) {
  return { ...sessionReads(database), ...keptReports(database) }
}

function sessionReads(database: Database) {
  return {
    find: (projectId: string, id: string) =>
      database
        .selectFrom('monitor_link_sessions')
        .select(sessionColumns)
        .where('id', '=', id)
        .where('project_id', '=', projectId)
        .executeTakeFirst(),
    findAll: (projectId: string, ids: readonly string[]) =>
      database
        .selectFrom('monitor_link_sessions')
        .select(['id', 'link_name as linkName', 'started_at as startedAt', 'stopped_at as stoppedAt'])
        .where('id', 'in', ids)
        .where('project_id', '=', projectId)
        .execute(),
    /** Load tests that the session belonged to and that still exist, by their start; instants since `startedAt`. */
    runs: async (sessionId: string, startedAt: number): Promise<FlowRun[]> => {
      const rows = await database
        .selectFrom('run_monitor_links')
        .innerJoin('runs', 'runs.id', 'run_monitor_links.run_id')
        .select(['runs.id', 'number', 'scenario_name', 'state', 'from_at', 'until_at'])
        .where('session_id', '=', sessionId)
        .orderBy('from_at')
        .limit(maxFlowRuns)
        .execute()
      return rows.map(({ id, number, scenario_name: scenarioName, state, from_at, until_at }) => ({
        id,
        number,
        scenarioName,
        state,
        fromMs: from_at - startedAt,
        untilMs: until_at === null ? null : until_at - startedAt,
      }))
    },
  }
}

function keptReports(database: Database) {
  return {
    kept: async (sessionId: string): Promise<FlowContent | null> => {
      const row = await database
        .selectFrom('flow_reports')
        .select('content')
        .where('session_id', '=', sessionId)
        .executeTakeFirst()
      return row === undefined ? null : flowContentSchema.parse(row.content)
    },
    /** Of a session that was deleted meanwhile nothing is kept; what another server kept first stays. */
    keep: async (sessionId: string, content: FlowContent, at: number): Promise<void> => {
      const json = storableJson(content)
      await database
        .insertInto('flow_reports')
        .columns(['session_id', 'content', 'kept_at'])
        .expression(eb =>
          eb
            .selectFrom('monitor_link_sessions')
            .select(session => [
              'id',
              session.cast<string>(session.val(json), 'jsonb').as('content'),
              session.cast<number>(session.val(at), 'bigint').as('kept_at'),
            ])
            .where('id', '=', sessionId),
        )
        .onConflict(conflict => conflict.doNothing())
        .execute()
    },
    /** Sessions that are over and of which nothing is kept yet, the oldest first. */
    unkept: (limit: number) =>
      database
        .selectFrom('monitor_link_sessions')
        .leftJoin('flow_reports', 'session_id', 'id')
        .select(['id', 'project_id as projectId'])
        .where('stopped_at', 'is not', null)
        .where('session_id', 'is', null)
        .orderBy('stopped_at')
        .limit(limit)
        .execute(),
    /** Deletes those that are over. */
    delete: (projectId: string, ids: readonly string[]): Promise<void> =>
      database.transaction().execute(async transaction => {
        // Runs that go on learn when their session ended from it.
        await transaction
          .updateTable('run_monitor_links')
          .from('monitor_link_sessions')
          .set(eb => ({ until_at: eb.ref('monitor_link_sessions.stopped_at') }))
          .whereRef('run_monitor_links.session_id', '=', 'monitor_link_sessions.id')
          .where('monitor_link_sessions.id', 'in', ids)
          .where('monitor_link_sessions.project_id', '=', projectId)
          .where('until_at', 'is', null)
          .execute()
        await transaction
          .deleteFrom('monitor_link_sessions')
          .where('id', 'in', ids)
          .where('project_id', '=', projectId)
          .where('stopped_at', 'is not', null)
          .execute()
      }),
  }
}
