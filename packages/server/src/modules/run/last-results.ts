/** The last result of each of some scenarios, for lists of scenarios and for the home page. */
import { activeRunStates, type RunState, type RunVerdict } from '@pone/contract/states.ts'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'

/** Figures of a run as its record stores them: of all its requests, ramp-up included. */
export interface RunResult {
  readonly id: string
  readonly number: number
  readonly scenarioId: string
  readonly scenarioName: string
  readonly state: RunState
  readonly sla: RunVerdict
  readonly createdAt: number
  readonly startedAt: number | null
  readonly endedAt: number | null
  readonly peakUsers: number
  readonly requests: number
  readonly failed: number
  readonly requestsPerSecond: number
  readonly p95Ms: number | null
}

/** The columns of a RunResult, for queries with the table under the name `runs`. */
export const resultColumns = sql.raw(`
  runs.id, runs.number, runs.scenario_id AS "scenarioId", runs.scenario_name AS "scenarioName", runs.state, runs.sla,
  runs.created_at AS "createdAt", runs.started_at AS "startedAt", runs.ended_at AS "endedAt",
  runs.peak_users AS "peakUsers", runs.requests, runs.failed, runs.requests_per_second AS "requestsPerSecond",
  runs.p95_ms AS "p95Ms"`)

/** The latest ended run of each of these scenarios of the project, in any order; one index look-up per scenario. */
export async function lastResults(
  database: Database,
  projectId: string,
  scenarioIds: readonly string[],
): Promise<RunResult[]> {
  if (scenarioIds.length === 0) return []
  const { rows } = await sql<RunResult>`
    SELECT last.*
    FROM unnest(${[...scenarioIds]}::uuid[]) AS wanted (id)
    CROSS JOIN LATERAL (
      SELECT ${resultColumns}
      FROM runs
      WHERE runs.scenario_id = wanted.id AND runs.project_id = ${projectId}
        AND runs.state NOT IN (${sql.join(activeRunStates)})
      ORDER BY runs.created_at DESC
      LIMIT 1
    ) AS last`.execute(database)
  return rows
}
