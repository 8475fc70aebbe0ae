/** The rows of the task centre: tasks of all kinds in one list. */
import type { InputOf } from '@pone/contract/call.ts'
import type { taskCalls } from '@pone/contract/calls/task.ts'
import { isActiveExecution } from '@pone/contract/entities/task.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import type { TaskKinds } from './kinds/registry.ts'
import type { PerformanceTaskRow } from './performance-task-row.ts'

/** `projectId` null: of all projects. */
export type PerformanceTaskQuery = Omit<InputOf<typeof taskCalls.list>, 'projectId'> & {
  readonly projectId: string | null
}

/** Every task of all kinds; with `isActiveOnly` only those that wait or run, which are few and have an index. */
const allTasks = (kinds: TaskKinds, isActiveOnly: boolean): RawBuilder<unknown> => sql`(
  ${sql.join(
    Object.values(kinds).map(kind => kind.list(isActiveOnly)),
    sql` union all `,
  )}
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

export function createPerformanceTaskRepository(database: Database, kinds: TaskKinds) {
  return {
    list: async (query: PerformanceTaskQuery): Promise<{ total: number; rows: PerformanceTaskRow[] }> => {
      const where = conditions(query)
      const { states } = query
      const all = allTasks(kinds, states.length > 0 && states.every(isActiveExecution))
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
        select task.state, count(*) as count from ${allTasks(kinds, true)} where ${scope} group by task.state`.execute(
        database,
      )
      const of = (state: string) => rows.find(row => row.state === state)?.count ?? 0
      return { waiting: of('waiting'), running: of('running') }
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
