/** Queries behind the administrator's home page. */
import { activeRunStates } from '@pone/contract/states.ts'
import { importedClusterId } from '@pone/results/run-record.ts'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'

export interface ActiveRun {
  readonly id: string
  readonly number: number
  readonly projectName: string
  readonly scenarioName: string
  readonly state: string
  readonly startedAt: number | null
  readonly users: number
}

export interface OverviewRepository {
  activeRuns(limit: number): Promise<ActiveRun[]>
  databaseBytes(): Promise<number>
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
          'run.state as state',
          'run.started_at as startedAt',
          'run.peak_users as users',
        ])
        .where('run.state', 'in', activeRunStates)
        .where('run.cluster_id', '!=', importedClusterId)
        .orderBy('run.created_at', 'desc')
        .limit(limit)
        .execute(),
    databaseBytes: async () => {
      const { rows } = await sql<{
        bytes: number
      }>`SELECT pg_database_size(current_database()) AS bytes`.execute(database)
      return rows[0]?.bytes ?? 0
    },
  }
}
