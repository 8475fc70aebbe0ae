/** Queries of the comparison: components of a run, and past runs with one label of their reports. */
import type { Run, Statistics } from '@pone/contract/entities/run.ts'
import { statisticsSchema } from '@pone/contract/entities/run.ts'
import { activeRunStates } from '@pone/contract/states.ts'
import type { PlanFacts } from '@pone/results/comparison/plan-facts.ts'
import { importedClusterId, type RunRecord } from '@pone/results/run-record.ts'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'

export interface PastRun extends Pick<Run, 'number' | 'state' | 'sla' | 'peakUsers' | 'usersBasis'> {
  readonly runId: string
  readonly startedAt: number
  readonly statistics: Statistics | null
}

export interface ComparisonRepository {
  planFacts(runId: string): Promise<PlanFacts>
  /** Ended runs of the same scenario (imports: of the same name), the newest ones, oldest first; with the figures of a label by its key, or of all requests. */
  trend(like: RunRecord, label: string | null, limit: number): Promise<PastRun[]>
}

export function createComparisonRepository(database: Database): ComparisonRepository {
  return {
    planFacts: async runId => {
      const { rows } = await sql<PlanFacts>`
        SELECT
          coalesce(jsonb_agg(jsonb_build_object('name', part->>'name', 'percentage', part->'percentage') ORDER BY part->>'name')
            FILTER (WHERE part IS NOT NULL), '[]') AS "components",
          CASE WHEN count(part) = 0 THEN NULL ELSE md5(
            string_agg(md5(coalesce(part->>'text', (part->'document')::text, '')), ' ' ORDER BY part->>'name')
            || coalesce((
              SELECT string_agg(file->>'name' || ' ' || (file->>'sha256'), ' ' ORDER BY file->>'name', file->>'sha256')
              FROM jsonb_array_elements(runs.plan->'files') AS file
            ), '')
          ) END AS "contentHash"
        FROM runs
        LEFT JOIN LATERAL jsonb_array_elements(coalesce(plan->runs.engine->'components', plan->'components')) AS part ON true
        WHERE id = ${runId}
        GROUP BY runs.id`.execute(database)
      return rows[0] ?? { components: [], contentHash: null }
    },
    trend: async ({ projectId, scenarioId, scenarioName, clusterId }, label, limit) => {
      const isSame =
        scenarioId === null
          ? sql<boolean>`runs.scenario_id IS NULL AND runs.scenario_name = ${scenarioName}
              AND (runs.cluster_id = ${importedClusterId}) = ${clusterId === importedClusterId}`
          : sql<boolean>`runs.scenario_id = ${scenarioId}`
      const { rows } = await sql<Omit<PastRun, 'statistics'> & { found: unknown }>`
        SELECT runs.id AS "runId", number, started_at AS "startedAt", runs.state, sla, peak_users AS "peakUsers",
          users_basis AS "usersBasis",
          ${label === null ? sql`reports.content->'total'` : ofLabel(label)} AS found
        FROM runs
        LEFT JOIN reports ON reports.run_id = runs.id AND reports.is_automatic
        WHERE runs.project_id = ${projectId} AND ${isSame}
          AND runs.started_at IS NOT NULL AND runs.ended_at IS NOT NULL AND runs.state <> ALL (${[...activeRunStates]})
        ORDER BY number DESC
        LIMIT ${limit}`.execute(database)
      return rows.reverse().map(({ found, ...run }) => ({
        ...run,
        statistics: statisticsSchema.safeParse(found).data ?? null,
      }))
    },
  }
}

/** The single row of a report's labels that a key matches; NULL when several match. */
const ofLabel = (key: string) => sql`(
  SELECT CASE WHEN count(*) = 1 THEN (array_agg(row))[1] END
  FROM (
    SELECT row, rank() OVER (ORDER BY is_exact DESC)
    FROM jsonb_array_elements(reports.content->'labels') AS row
    CROSS JOIN LATERAL (SELECT concat_ws(chr(10), row->'label'->>'kind', row->'label'->>'component', row->'label'->>'name') = ${key}) AS exact (is_exact)
    WHERE is_exact OR concat_ws(chr(10), row->'label'->>'kind', '', row->'label'->>'name') = ${key}
  ) AS matching
  WHERE rank = 1
)`
