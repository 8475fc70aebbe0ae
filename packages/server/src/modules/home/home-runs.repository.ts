/** Queries of runs for the home page; each reads a bounded number of rows, however many runs the project has. */
import { activeRunStates } from '@pone/contract/states.ts'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import { type RunResult, resultColumns } from '../run/last-results.ts'

/** States of runs that ended by themselves: complete, whatever became of their backup, or failed. */
const completeStates = ['complete', 'backingUp', 'backupCompleted', 'backupFailed'] as const
const judgedStates = [...completeStates, 'failed'] as const

/** Which of the project's runs are looked at: those since, epoch ms, of them the latest `limit`. */
export interface LookedAt {
  readonly projectId: string
  readonly since: number
  readonly limit: number
}

export interface ComparedRuns {
  readonly latest: RunResult
  readonly previous: RunResult
}

export interface ScenarioTrend {
  readonly scenarioId: string
  readonly scenarioName: string
  /** Ended runs among those that are looked at. */
  readonly runs: number
  /** Oldest first. */
  readonly points: RunResult[]
}

export type HomeRunsRepository = ReturnType<typeof createHomeRunsRepository>

export function createHomeRunsRepository(database: Database) {
  return {
    compared: (of: LookedAt) => compared(database, of),
    trends: (of: LookedAt, wanted: { scenarios: number; points: number }) => trends(database, of, wanted),
    unopened: (of: LookedAt & { startedBy: string }, wanted: number) => unopened(database, of, wanted),
  }
}

/** The runs that are looked at, as the table `recent`. */
const recentRuns = ({ projectId, since, limit }: LookedAt) => sql`
  SELECT id, scenario_id, state, created_at
  FROM runs
  WHERE project_id = ${projectId} AND created_at >= ${since}
  ORDER BY created_at DESC
  LIMIT ${limit}`

/** Per scenario that still exists: its latest complete or failed run, and the last complete one before; latest first. */
async function compared(
  database: Database,
  of: LookedAt,
): Promise<{ isCut: boolean; pairs: ComparedRuns[] }> {
  const { rows: latest } = await sql<RunResult & { isCut: boolean }>`
    WITH recent AS (${recentRuns(of)}),
    latest AS (
      SELECT DISTINCT ON (scenario_id) id, scenario_id
      FROM recent
      WHERE scenario_id IS NOT NULL AND state IN (${sql.join(judgedStates)})
      ORDER BY scenario_id, created_at DESC
    )
    SELECT ${resultColumns}, node.name AS "scenarioName", (SELECT count(*) FROM recent) = ${of.limit} AS "isCut"
    FROM latest
    JOIN runs ON runs.id = latest.id
    JOIN catalogue_nodes AS node ON node.id = latest.scenario_id
    ORDER BY runs.created_at DESC`.execute(database)
  if (latest.length === 0) return { isCut: false, pairs: [] }
  const { rows: previous } = await sql<RunResult & { after: string }>`
    SELECT before.*, wanted.id AS "after"
    FROM unnest(
      ${latest.map(run => run.id)}::uuid[], ${latest.map(run => run.scenarioId)}::uuid[],
      ${latest.map(run => run.createdAt)}::bigint[]
    ) AS wanted (id, scenario_id, created_at)
    CROSS JOIN LATERAL (
      SELECT ${resultColumns}
      FROM runs
      WHERE runs.scenario_id = wanted.scenario_id AND runs.project_id = ${of.projectId}
        AND runs.created_at < wanted.created_at AND runs.state IN (${sql.join(completeStates)})
      ORDER BY runs.created_at DESC
      LIMIT 1
    ) AS before`.execute(database)
  const before = new Map(previous.map(row => [row.after, row]))
  return {
    isCut: latest[0]?.isCut ?? false,
    pairs: latest.flatMap(run => {
      const previousRun = before.get(run.id)
      return previousRun === undefined ? [] : [{ latest: run, previous: previousRun }]
    }),
  }
}

/** The scenarios with most ended runs among those that are looked at, each with its latest ended runs. */
async function trends(
  database: Database,
  of: LookedAt,
  wanted: { scenarios: number; points: number },
): Promise<ScenarioTrend[]> {
  const { rows } = await sql<RunResult & { runs: number }>`
    WITH recent AS (${recentRuns(of)}),
    main AS (
      SELECT recent.scenario_id, node.name, count(*) AS runs, max(recent.created_at) AS last_at
      FROM recent
      JOIN catalogue_nodes AS node ON node.id = recent.scenario_id
      WHERE recent.state NOT IN (${sql.join(activeRunStates)})
      GROUP BY recent.scenario_id, node.name
      ORDER BY runs DESC, last_at DESC
      LIMIT ${wanted.scenarios}
    )
    SELECT point.*, main.name AS "scenarioName", main.runs
    FROM main
    CROSS JOIN LATERAL (
      SELECT ${resultColumns}
      FROM runs
      WHERE runs.scenario_id = main.scenario_id AND runs.project_id = ${of.projectId}
        AND runs.state NOT IN (${sql.join(activeRunStates)})
      ORDER BY runs.created_at DESC
      LIMIT ${wanted.points}
    ) AS point
    ORDER BY main.runs DESC, main.last_at DESC, point."createdAt"`.execute(database)
  return [...Map.groupBy(rows, row => row.scenarioId).values()].flatMap(points => {
    const [first] = points
    if (first === undefined) return []
    const { scenarioId, scenarioName, runs } = first
    return [{ scenarioId, scenarioName, runs, points }]
  })
}

/** Ended runs of one account that it has not opened, latest end first, and their number up to the limit. */
async function unopened(
  database: Database,
  { projectId, since, limit, startedBy }: LookedAt & { startedBy: string },
  wanted: number,
): Promise<{ total: number; rows: (Omit<RunResult, 'scenarioId'> & { scenarioId: string | null })[] }> {
  const { rows } = await sql<RunResult & { total: number }>`
    WITH mine AS (
      SELECT id, ended_at
      FROM runs
      WHERE project_id = ${projectId} AND started_by = ${startedBy} AND opened_at IS NULL
        AND ended_at >= ${since} AND state NOT IN (${sql.join(activeRunStates)})
      ORDER BY ended_at DESC
      LIMIT ${limit}
    )
    SELECT ${resultColumns}, (SELECT count(*) FROM mine) AS total
    FROM mine
    JOIN runs ON runs.id = mine.id
    ORDER BY mine.ended_at DESC
    LIMIT ${wanted}`.execute(database)
  return { total: rows[0]?.total ?? 0, rows }
}
