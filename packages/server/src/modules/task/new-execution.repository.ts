/** The query that creates an execution of a task set; schedules use it inside their own transaction. */
import { randomUUID } from 'node:crypto'
import type {
  ExecutionCause,
  ExecutionState,
  TaskDocument,
  TaskSetDocument,
} from '@pone/contract/entities/task.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../adapters/database/tables.ts'
import type { TaskExecutionTable } from './task.table.ts'

type Connection = Kysely<Tables> | Transaction<Tables>

/** A server without a sign of life for this time loses its executions to another one. */
export const leaseMs = 10_000
/** The database's clock, epoch ms, because clocks of servers may differ. */
export const databaseNow = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`

export interface NewTask {
  readonly name: string
  readonly scenarioName: string
  readonly document: TaskDocument
  readonly users: number
  readonly plannedMs: number | null
}

export interface NewExecution {
  readonly projectId: string
  readonly setId: string
  readonly setName: string
  readonly options: TaskSetDocument
  readonly tasks: readonly NewTask[]
  readonly trigger: TaskExecutionTable['trigger']
  readonly scheduleId: string | null
  readonly startedBy: string
  readonly ownerId: string
  readonly language: Language
  readonly dueAt: number
  readonly at: number
  /** Set when the execution ends without a start. */
  readonly end: { state: ExecutionState; cause: ExecutionCause; detail: string } | null
  /** The server that drives it. */
  readonly leaseOwner: string
}

/** Inserts an execution with its tasks; returns its id. @throws a unique violation when the set is being executed */
export async function insertExecution(connection: Connection, fresh: NewExecution): Promise<string> {
  const { last: number } = await connection
    .insertInto('task_numbers')
    .values({ project_id: fresh.projectId, last: 1 })
    .onConflict(conflict =>
      conflict.column('project_id').doUpdateSet(update => ({ last: update('task_numbers.last', '+', 1) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  const id = randomUUID()
  const { end } = fresh
  await connection
    .insertInto('task_executions')
    .values({
      id,
      project_id: fresh.projectId,
      number,
      set_id: fresh.setId,
      set_name: fresh.setName,
      options: JSON.stringify(fresh.options),
      state: end?.state ?? 'waiting',
      cause: end?.cause ?? null,
      cause_detail: end?.detail ?? '',
      trigger: fresh.trigger,
      schedule_id: fresh.scheduleId,
      started_by: fresh.startedBy,
      owner_id: fresh.ownerId,
      language: fresh.language,
      due_at: fresh.dueAt,
      created_at: fresh.at,
      started_at: null,
      ended_at: end === null ? null : fresh.at,
      stop_kind: null,
      stop_by: null,
      stop_at: null,
      lease_owner: end === null ? fresh.leaseOwner : null,
      lease_until: end === null ? sql`${databaseNow} + ${leaseMs}` : null,
    })
    .execute()
  if (fresh.tasks.length === 0) return id
  await connection
    .insertInto('task_results')
    .values(
      fresh.tasks.map((task, position) => ({
        id: randomUUID(),
        execution_id: id,
        position,
        name: task.name,
        scenario_id: task.document.scenarioId,
        scenario_name: task.scenarioName,
        document: JSON.stringify(task.document),
        state: end === null ? ('pending' as const) : ('notRun' as const),
        cause: null,
        error: null,
        run_id: null,
        users: task.users,
        planned_ms: task.plannedMs,
        since: fresh.at,
        asked_at: null,
        started_at: null,
        ended_at: null,
        is_skip_asked: false,
      })),
    )
    .execute()
  return id
}
