/** Queries of what is known of monitors besides numbers: sessions, rows of tables, and the collectors' log. */
import type { InputOf } from '@pone/contract/call.ts'
import type { adminMonitorCalls, monitorFigureCalls } from '@pone/contract/calls/monitor-figures.ts'
import type { CollectorLogLine, MonitorSession } from '@pone/contract/entities/monitor.ts'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'

/** Without a project: of all. */
export type SessionQuery = InputOf<typeof adminMonitorCalls.sessions> & {
  readonly projectId?: string | undefined
}
export type LogQuery = InputOf<typeof monitorFigureCalls.log>

const severity = { debug: 0, info: 1, warn: 2, error: 3 } as const
const maxLines = 500
const patternOf = (search: string): string => `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`

export type MonitorHistoryRepository = ReturnType<typeof createMonitorHistoryRepository>

export function createMonitorHistoryRepository(database: Database) {
  return { ...sessionReads(database), ...contentReads(database) }
}

function matchingSessions(database: Database, query: SessionQuery) {
  const { projectId, monitorId, type, isRunning, from, to, search } = query
  return database
    .selectFrom('monitor_sessions')
    .innerJoin('monitors', 'monitors.id', 'monitor_sessions.monitor_id')
    .innerJoin('projects', 'projects.id', 'monitor_sessions.project_id')
    .$if(projectId !== undefined, rows => rows.where('monitor_sessions.project_id', '=', projectId ?? ''))
    .$if(monitorId !== null, rows => rows.where('monitor_sessions.monitor_id', '=', monitorId ?? ''))
    .$if(type !== null, rows => rows.where('monitors.type', '=', type ?? ''))
    .$if(isRunning !== null, rows => rows.where('stopped_at', isRunning === true ? 'is' : 'is not', null))
    .$if(from !== null, rows =>
      rows.where(eb => eb.or([eb('stopped_at', 'is', null), eb('stopped_at', '>=', from ?? 0)])),
    )
    .$if(to !== null, rows => rows.where('started_at', '<=', to ?? 0))
    .$if(search !== '', rows => rows.where('monitors.name', 'ilike', patternOf(search)))
}

function sessionReads(database: Database) {
  return {
    sessions: async (query: SessionQuery): Promise<{ total: number; rows: MonitorSession[] }> => {
      const found = matchingSessions(database, query)
      const [{ total }, rows] = await Promise.all([
        found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
        found
          .innerJoin('monitor_current', 'monitor_current.monitor_id', 'monitors.id')
          .select([
            'monitor_sessions.id',
            'monitor_sessions.monitor_id as monitorId',
            'monitor_sessions.project_id as projectId',
            'projects.name as projectName',
            'monitors.name as monitorName',
            'monitors.type',
            'started_at as startedAt',
            'started_by as startedBy',
            'stopped_at as stoppedAt',
            'stopped_by as stoppedBy',
            sql<MonitorSession['state']>`coalesce(final_state, monitor_current.state)`.as('state'),
          ])
          .orderBy('started_at', 'desc')
          .orderBy('monitor_sessions.id')
          .limit(query.pageSize)
          .offset((query.page - 1) * query.pageSize)
          .execute(),
      ])
      return { total, rows }
    },
    /** Sessions of these monitors that overlap the range, ascending. */
    sessionsBetween: (
      monitorIds: readonly string[],
      { from, to }: { from: number; to: number },
    ): Promise<{ monitor_id: string; started_at: number; stopped_at: number | null }[]> =>
      database
        .selectFrom('monitor_sessions')
        .select(['monitor_id', 'started_at', 'stopped_at'])
        .where('monitor_id', 'in', monitorIds)
        .where('started_at', '<=', to)
        .where(eb => eb.or([eb('stopped_at', 'is', null), eb('stopped_at', '>=', from)]))
        .orderBy('started_at')
        .execute(),
  }
}

function contentReads(database: Database) {
  return {
    /** The newest rows of a section up to `at`. */
    table: (monitorId: string, section: string, at: number | null) =>
      database
        .selectFrom('monitor_tables')
        .select(['slot', 'columns', 'rows'])
        .where('monitor_id', '=', monitorId)
        .where('section', '=', section)
        .$if(at !== null, rows => rows.where('slot', '<=', at ?? 0))
        .orderBy('slot', 'desc')
        .limit(1)
        .executeTakeFirst(),
    log: async ({ projectId, monitorId, after, level, search }: LogQuery): Promise<CollectorLogLine[]> => {
      const levels = (Object.keys(severity) as (keyof typeof severity)[]).filter(
        each => severity[each] >= severity[level],
      )
      const rows = await database
        .selectFrom('monitor_log_lines')
        .leftJoin('monitors', 'monitors.id', 'monitor_log_lines.monitor_id')
        .leftJoin('load_machines', 'load_machines.id', 'monitor_log_lines.agent_id')
        .select([
          'seq',
          'at',
          'level',
          'monitor_id as monitorId',
          'monitors.name as monitorName',
          'load_machines.name as agentName',
          'text',
        ])
        .where('monitor_log_lines.project_id', '=', projectId)
        .where('level', 'in', levels)
        .$if(monitorId !== null, found => found.where('monitor_id', '=', monitorId))
        .$if(after !== null, found => found.where('seq', '>', after ?? 0))
        .$if(search !== '', found =>
          found.where(eb =>
            eb.or([eb('text', 'ilike', patternOf(search)), eb('monitors.name', 'ilike', patternOf(search))]),
          ),
        )
        .orderBy('seq', after === null ? 'desc' : 'asc')
        .limit(maxLines)
        .execute()
      const lines = rows.map(row => ({
        ...row,
        monitorName: row.monitorName ?? '',
        agentName: row.agentName ?? '',
      }))
      return after === null ? lines.toReversed() : lines
    },
  }
}
