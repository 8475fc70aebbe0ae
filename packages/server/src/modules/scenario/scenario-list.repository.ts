/** The list of scenarios with the newest run of each, filtered, sorted and paged by the database. */
import type { InputOf, OutputOf } from '@pone/contract/call.ts'
import type { scenarioCalls } from '@pone/contract/calls/scenario.ts'
import type { ScenarioRow } from '@pone/contract/entities/scenario.ts'
import { activeRunStates } from '@pone/contract/states.ts'
import { engineSchema } from '@pone/plan/engines/schema.ts'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'

const runColumns = [
  'id',
  'number',
  'state',
  'cause',
  'cause_detail',
  'created_at',
  'started_at',
  'ended_at',
  'peak_users',
  'users_basis',
  'requests',
  'failed',
  'requests_per_second',
  'p95_ms',
  'sla',
] as const

type Query = InputOf<typeof scenarioCalls.list>
type Page = OutputOf<typeof scenarioCalls.list>

const errorRatio = sql<number | null>`last.failed::float8 / nullif(last.requests, 0)`
const sortExpressions = {
  lastRun: sql`last.created_at`,
  name: sql`lower(node.name)`,
  updatedAt: sql`node.updated_at`,
  peakUsers: sql`last.peak_users`,
  requestsPerSecond: sql`last.requests_per_second`,
  p95Ms: sql`last.p95_ms`,
  errorPercent: errorRatio,
} as const satisfies Record<Query['sort'], unknown>

/** Conditions of the filter by result; `failed` is a run that failed itself, `broken` one that broke its SLA. */
const stateConditions = {
  passed: sql<boolean>`last.sla = 'passed' AND last.state <> 'failed'`,
  broken: sql<boolean>`last.sla = 'broken'`,
  failed: sql<boolean>`last.state = 'failed'`,
  active: sql<boolean>`last.state IN (${sql.join([...activeRunStates])})`,
  never: sql<boolean>`last.id IS NULL`,
} as const satisfies Record<Exclude<Query['state'], 'all'>, unknown>

export async function listScenarios(database: Database, query: Query): Promise<Page> {
  const { page, pageSize, descending, sort } = query
  const matching = matchingScenarios(database, query)
  const [{ total }, rows] = await Promise.all([
    matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    selected(matching)
      .orderBy(sortExpressions[sort], order => (descending ? order.desc() : order.asc()).nullsLast())
      .orderBy(sql`lower(node.name)`)
      .orderBy('node.id')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
  ])
  return { total, page, pageSize, rows: rows.map(toScenarioRow) }
}

function matchingScenarios(database: Database, { projectId, setId, search, state }: Query) {
  const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
  return database
    .selectFrom('catalogue_nodes as node')
    .leftJoin('catalogue_nodes as parent', 'parent.id', 'node.parent_id')
    .leftJoinLateral(
      inner =>
        inner
          .selectFrom('runs')
          .select([...runColumns])
          .whereRef('runs.scenario_id', '=', 'node.id')
          .orderBy('runs.created_at', 'desc')
          .orderBy('runs.number', 'desc')
          .limit(1)
          .as('last'),
      join => join.onTrue(),
    )
    .where('node.project_id', '=', projectId)
    .where('node.tree', '=', 'scenario')
    .where('node.kind', '=', 'scenario')
    .$if(setId !== null, rows => rows.where('node.parent_id', '=', setId))
    .$if(search !== '', rows =>
      rows.where(eb =>
        eb.or([
          eb('node.name', 'ilike', pattern),
          eb.and([eb('parent.kind', '=', 'set'), eb('parent.name', 'ilike', pattern)]),
        ]),
      ),
    )
    .$if(state !== 'all', rows => (state === 'all' ? rows : rows.where(stateConditions[state])))
}

const selected = (matching: ReturnType<typeof matchingScenarios>) =>
  matching.select([
    'node.id',
    'node.name',
    'node.updated_at',
    'node.updated_by',
    'parent.kind as parent_kind',
    'parent.name as parent_name',
    sql<string | null>`node.document ->> 'engine'`.as('engine'),
    'last.id as run_id',
    'last.number',
    'last.state',
    'last.cause',
    'last.cause_detail',
    'last.created_at',
    'last.started_at',
    'last.ended_at',
    'last.peak_users',
    'last.users_basis',
    'last.requests',
    'last.failed',
    'last.requests_per_second',
    'last.p95_ms',
    'last.sla',
  ])

type Row = Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number]

const toScenarioRow = (row: Row): ScenarioRow => ({
  id: row.id,
  name: row.name,
  setName: row.parent_kind === 'set' ? (row.parent_name ?? '') : '',
  // A scenario that was stored before engines could be chosen has none.
  engine: engineSchema.catch('pr').parse(row.engine),
  updatedAt: row.updated_at,
  updatedBy: row.updated_by,
  last: lastRunOf(row),
})

/** The columns of the run are null together. */
function lastRunOf(row: Row): ScenarioRow['last'] {
  const { run_id: id, number, state, created_at: createdAt, sla } = row
  if (id === null || number === null || state === null || createdAt === null || sla === null) return null
  return {
    id,
    number,
    state,
    cause: row.cause,
    causeDetail: row.cause_detail ?? '',
    createdAt,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    peakUsers: row.peak_users ?? 0,
    usersBasis: row.users_basis ?? 'sampled',
    requests: row.requests ?? 0,
    failed: row.failed ?? 0,
    requestsPerSecond: row.requests_per_second ?? 0,
    p95Ms: row.p95_ms,
    sla,
  }
}
