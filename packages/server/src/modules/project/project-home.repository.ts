/** Queries behind the project's home page. */
import type { RunState } from '@pone/contract/states.ts'
import { importedClusterId } from '@pone/results/run-record.ts'
import type { Database } from '../../adapters/database/database.ts'
import { countRunsByHour, type RunHour } from './run-days.ts'

export interface LatestRun {
  readonly id: string
  readonly number: number
  readonly scenarioId: string | null
  readonly scenarioName: string
  readonly state: RunState
  readonly sla: string
  readonly startedAt: number | null
  readonly endedAt: number | null
  readonly requests: number
  readonly failed: number
  readonly requestsPerSecond: number
  readonly p95Ms: number | null
}

export interface ProjectHomeRepository {
  counts(projectId: string): Promise<{ components: number; scenarios: number; members: number }>
  /** Runs by state and verdict; one pass over the runs of the project. */
  runsByOutcome(
    projectId: string,
  ): Promise<{ state: RunState; sla: string; count: number; requests: number }[]>
  runsByHour(projectId: string, since: number): Promise<RunHour[]>
  latestRuns(projectId: string, limit: number): Promise<LatestRun[]>
}

export function createProjectHomeRepository(database: Database): ProjectHomeRepository {
  return {
    counts: async projectId => {
      const nodes = await database
        .selectFrom('catalogue_nodes')
        .select(({ fn }) => ['kind', fn.countAll<number>().as('count')])
        .where('project_id', '=', projectId)
        .where('kind', 'in', ['component', 'scenario'])
        .groupBy('kind')
        .execute()
      const { members } = await database
        .selectFrom('project_members')
        .select(({ fn }) => fn.countAll<number>().as('members'))
        .where('project_id', '=', projectId)
        .executeTakeFirstOrThrow()
      const countOf = (kind: string): number => nodes.find(node => node.kind === kind)?.count ?? 0
      return { components: countOf('component'), scenarios: countOf('scenario'), members }
    },
    runsByOutcome: projectId =>
      database
        .selectFrom('runs')
        .select(({ fn }) => [
          'state',
          'sla',
          fn.countAll<number>().as('count'),
          fn.sum<number>('requests').as('requests'),
        ])
        .where('project_id', '=', projectId)
        // An import under way is no run yet.
        .where(run => run.or([run('state', '!=', 'new'), run('cluster_id', '!=', importedClusterId)]))
        .groupBy(['state', 'sla'])
        .execute(),
    runsByHour: (projectId, since) => countRunsByHour(database, since, projectId),
    latestRuns: (projectId, limit) =>
      database
        .selectFrom('runs')
        .select([
          'id',
          'number',
          'scenario_id as scenarioId',
          'scenario_name as scenarioName',
          'state',
          'sla',
          'started_at as startedAt',
          'ended_at as endedAt',
          'requests',
          'failed',
          'requests_per_second as requestsPerSecond',
          'p95_ms as p95Ms',
        ])
        .where('project_id', '=', projectId)
        .orderBy('created_at', 'desc')
        .limit(limit)
        .execute(),
  }
}
