/** Queries behind the administrator's home page. */
import { activeRunStates } from '@pone/contract/states.ts'
import type { Engine } from '@pone/plan/engines/engine.ts'
import { importedClusterId } from '@pone/results/run-record.ts'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'

export interface ActiveRun {
  readonly id: string
  readonly number: number
  readonly projectName: string
  readonly scenarioName: string
  readonly engine: Engine
  readonly state: string
  readonly startedAt: number | null
  readonly users: number
}

const resultTables = [
  'run_batches',
  'run_errors',
  'run_events',
  'run_log_lines',
  'run_condensed_seconds',
  'reports',
]

export interface OverviewRepository {
  activeRuns(limit: number): Promise<ActiveRun[]>
  /** The whole database, and of it the tables that hold what machines reported of runs. */
  databaseSizes(): Promise<{ databaseBytes: number; resultBytes: number }>
  /** Deployment operations that failed since, epoch ms. */
  failedOperations(since: number): Promise<number>
}

export function createOverviewRepository(database: Database): OverviewRepository {
  return {
    activeRuns: limit =>
      database
        .selectFrom('runs as run')
        .innerJoin('projects as project', 'project.id', 'run.project_id')
        .select([
          'run.id as id',
          'run.number as number',
          'project.name as projectName',
          'run.scenario_name as scenarioName',
          'run.engine as engine',
          'run.state as state',
          'run.started_at as startedAt',
          'run.peak_users as users',
        ])
        .where('run.state', 'in', activeRunStates)
        .where('run.cluster_id', '!=', importedClusterId)
        .orderBy('run.created_at', 'desc')
        .limit(limit)
        .execute(),
    databaseSizes: async () => {
      const { rows } = await sql<{ databaseBytes: number; resultBytes: number }>`
        SELECT pg_database_size(current_database()) AS "databaseBytes",
          (SELECT sum(pg_total_relation_size(name::regclass))::bigint FROM unnest(${resultTables}::text[]) AS name)
            AS "resultBytes"`.execute(database)
      return rows[0] ?? { databaseBytes: 0, resultBytes: 0 }
    },
    failedOperations: async since => {
      const { count } = await database
        .selectFrom('host_operations')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('state', '=', 'failed')
        .where('ended_at', '>=', since)
        .executeTakeFirstOrThrow()
      return count
    },
  }
}
