/** The rows of the task centre: executions of task sets and runs outside any set, in one list. */
import type { InputOf } from '@pone/contract/call.ts'
import type { taskCalls } from '@pone/contract/calls/task.ts'
import {
  type ExecutionState,
  isActiveExecution,
  type PerformanceTask,
  type TaskEngine,
} from '@pone/contract/entities/task.ts'
import { importedClusterId } from '@pone/results/run-record.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'

/** `projectId` null: of all projects. */
export type PerformanceTaskQuery = Omit<InputOf<typeof taskCalls.list>, 'projectId'> & {
  readonly projectId: string | null
}

export interface PerformanceTaskRow {
  readonly kind: PerformanceTask['kind']
  readonly id: string
  readonly project_id: string
  readonly project_name: string
  readonly number: number
  readonly name: string
  readonly engine: TaskEngine
  readonly state: ExecutionState
  readonly trigger: PerformanceTask['trigger']
  readonly started_by: string
  readonly due_at: number
  readonly started_at: number | null
  readonly ended_at: number | null
  readonly planned_ms: number | null
}

export interface HeldMachine {
  readonly run_id: string
  readonly machine: string
  readonly users: number
}

/** A run's states as those of a task. */
const runState = sql`case run.state
  when 'new' then 'waiting' when 'readyToRun' then 'waiting' when 'running' then 'running'
  when 'userStopped' then 'stopped' when 'failed' then 'failed' else 'complete' end`

/** Every task, imported results are none; with `isActiveOnly` only those that wait or run, which are few and have an index. */
const tasks = (isActiveOnly: boolean): RawBuilder<unknown> => sql`(
  select 'set' as kind, e.id, e.project_id, e.number, e.set_name as name,
    coalesce(e.options->>'engine', 'PR') as engine, e.state, e.trigger, e.started_by,
    e.due_at, e.started_at, e.ended_at, e.set_id, null::bigint as planned_ms
  from task_executions e
  where ${isActiveOnly ? sql`e.state in ('waiting', 'running')` : sql`true`}
  union all
  select 'scenario', run.id, run.project_id, run.number, run.scenario_name, run.engine, ${runState}, 'manual', run.started_by,
    run.created_at, run.started_at, run.ended_at, null::uuid, run.planned_duration_ms
  from runs run
  where ${isActiveOnly ? sql`run.state in ('new', 'readyToRun', 'running')` : sql`true`}
    and run.cluster_id <> ${importedClusterId}
    and not exists (select from task_results own where own.run_id = run.id)
) as task join projects project on project.id = task.project_id`

function conditions(query: PerformanceTaskQuery): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`true`]
  if (query.projectId !== null) parts.push(sql`task.project_id = ${query.projectId}`)
  if (query.engine !== null) parts.push(sql`task.engine = ${query.engine}`)
  if (query.states.length > 0) parts.push(sql`task.state = any(${query.states})`)
  if (query.kind !== null) parts.push(sql`task.kind = ${query.kind}`)
  if (query.trigger !== null) parts.push(sql`task.trigger = ${query.trigger}`)
  if (query.setId !== null) parts.push(sql`task.set_id = ${query.setId}`)
  if (query.from !== null) parts.push(sql`task.due_at >= ${query.from}`)
  if (query.to !== null) parts.push(sql`task.due_at < ${query.to}`)
  if (query.search !== '') {
    const pattern = `%${query.search.replaceAll(/[\\%_]/g, '\\$&')}%`
    const byName = sql`task.name ilike ${pattern} or task.started_by ilike ${pattern}`
    parts.push(
      query.projectId === null ? sql`(${byName} or project.name ilike ${pattern})` : sql`(${byName})`,
    )
  }
  return sql.join(parts, sql` and `)
}

export type PerformanceTaskRepository = ReturnType<typeof createPerformanceTaskRepository>

export function createPerformanceTaskRepository(database: Database) {
  return {
    list: async (query: PerformanceTaskQuery): Promise<{ total: number; rows: PerformanceTaskRow[] }> => {
      const where = conditions(query)
      const { states } = query
      const all = tasks(states.length > 0 && states.every(isActiveExecution))
      const counted = await sql<{
        total: number
      }>`select count(*) as total from ${all} where ${where}`.execute(database)
      const { rows } = await sql<PerformanceTaskRow>`
        select task.*, project.name as project_name from ${all} where ${where}
        order by task.due_at desc, task.id
        limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}`.execute(database)
      return { total: counted.rows[0]?.total ?? 0, rows }
    },

    counts: async ({
      projectId,
      engine,
    }: Pick<PerformanceTaskQuery, 'projectId' | 'engine'>): Promise<{ waiting: number; running: number }> => {
      const ofProject = projectId === null ? sql`true` : sql`task.project_id = ${projectId}`
      const scope = engine === null ? ofProject : sql`${ofProject} and task.engine = ${engine}`
      const { rows } = await sql<{ state: string; count: number }>`
        select task.state, count(*) as count from ${tasks(true)} where ${scope} group by task.state`.execute(
        database,
      )
      const of = (state: string) => rows.find(row => row.state === state)?.count ?? 0
      return { waiting: of('waiting'), running: of('running') }
    },

    /** What the machines are reserved for. */
    held: async (runIds: readonly string[]): Promise<HeldMachine[]> => {
      if (runIds.length === 0) return []
      return database
        .selectFrom('run_reservations as held')
        .innerJoin('load_machines as machine', 'machine.id', 'held.machine_id')
        .select(['held.run_id', 'machine.name as machine', 'held.users'])
        .where('held.run_id', 'in', [...runIds])
        .orderBy('machine.name')
        .execute()
    },

    /** A run of any project; null when there is none. */
    run: async (id: string): Promise<{ projectId: string; name: string; number: number } | null> => {
      const row = await database
        .selectFrom('runs')
        .select(['project_id as projectId', 'scenario_name as name', 'number'])
        .where('id', '=', id)
        .executeTakeFirst()
      return row ?? null
    },

    projectName: async (projectId: string): Promise<string> => {
      const row = await database
        .selectFrom('projects')
        .select('name')
        .where('id', '=', projectId)
        .executeTakeFirst()
      return row?.name ?? ''
    },
  }
}
