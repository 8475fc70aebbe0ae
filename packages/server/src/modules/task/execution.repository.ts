/** Queries of the executions of task sets and of the tasks in them. */
import type {
  ExecutionCause,
  ExecutionState,
  TaskCause,
  TaskSetDocument,
  TaskState,
} from '@pone/contract/entities/task.ts'
import type { RunState } from '@pone/contract/states.ts'
import { storableJson } from '@pone/results/batches/storable.ts'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import type { Tables } from '../../adapters/database/tables.ts'
import { databaseNow, insertExecution, leaseMs, type NewExecution } from './new-execution.repository.ts'
import type { StopKind, StoredError, TaskExecutionTable, TaskResultTable } from './task.table.ts'

export type ExecutionRow = Selectable<TaskExecutionTable>
type ResultRow = Selectable<TaskResultTable>

/** A task's row with the run that belongs to it. */
export interface ResultWithRun extends ResultRow {
  readonly run: {
    readonly id: string
    readonly number: number
    readonly state: RunState
    readonly preparedAt: number | null
    readonly startedAt: number | null
    readonly endedAt: number | null
    readonly plannedMs: number | null
    readonly requests: number
    readonly failed: number
    readonly p95Ms: number | null
    readonly sla: Tables['runs']['sla']
    readonly cause: Tables['runs']['cause']
    readonly isReleased: boolean
  } | null
}

interface ResultChanges {
  readonly state?: TaskState
  readonly cause?: TaskCause | null
  readonly error?: StoredError | null
  readonly since?: number
  readonly askedAt?: number
  readonly startedAt?: number
  readonly endedAt?: number
  readonly runId?: string
}

export type ExecutionRepository = ReturnType<typeof createExecutionRepository>

const activeOnes = sql<boolean>`state in ('waiting', 'running')`

export function createExecutionRepository(database: Database) {
  return {
    ...executionReads(database),
    ...executionLeases(database),
    ...executionCourse(database),
    ...taskResults(database),
    ...taskChanges(database),
  }
}

/** Queries that read executions. */
function executionReads(database: Database) {
  return {
    /** null also when it belongs to another project; any project when `projectId` is null. */
    find: async (projectId: string | null, id: string): Promise<ExecutionRow | null> => {
      let query = database.selectFrom('task_executions').selectAll().where('id', '=', id)
      if (projectId !== null) query = query.where('project_id', '=', projectId)
      return (await query.executeTakeFirst()) ?? null
    },
    optionsOf: async (ids: readonly string[]): Promise<Map<string, TaskSetDocument>> => {
      if (ids.length === 0) return new Map()
      const rows = await database
        .selectFrom('task_executions')
        .select(['id', 'options'])
        .where('id', 'in', [...ids])
        .execute()
      return new Map(rows.map(row => [row.id, row.options]))
    },
    activeOf: async (setId: string): Promise<string | null> => {
      const row = await database
        .selectFrom('task_executions')
        .select('id')
        .where('set_id', '=', setId)
        .where(activeOnes)
        .executeTakeFirst()
      return row?.id ?? null
    },
    countOf: async (setId: string): Promise<number> => {
      const { count } = await database
        .selectFrom('task_executions')
        .select(expression => expression.fn.countAll<number>().as('count'))
        .where('set_id', '=', setId)
        .executeTakeFirstOrThrow()
      return count
    },
  }
}

/** Which server drives which execution. */
function executionLeases(database: Database) {
  return {
    /** Acquires or extends the leases of executions that this server may drive; returns their ids. */
    claim: async (owner: string): Promise<string[]> => {
      const rows = await database
        .updateTable('task_executions')
        .set({ lease_owner: owner, lease_until: sql`${databaseNow} + ${leaseMs}` })
        .where(activeOnes)
        .where(where =>
          where.or([
            where('lease_owner', '=', owner),
            where('lease_owner', 'is', null),
            where('lease_until', '<', databaseNow),
          ]),
        )
        .returning('id')
        .execute()
      return rows.map(row => row.id)
    },
    /** Releases the leases, so that other servers can continue at once. */
    release: async (owner: string): Promise<void> => {
      await database
        .updateTable('task_executions')
        .set({ lease_owner: null, lease_until: null })
        .where('lease_owner', '=', owner)
        .execute()
    },
  }
}

/** An execution from its start to its end. */
function executionCourse(database: Database) {
  return {
    insert: (fresh: NewExecution): Promise<string> =>
      database.transaction().execute(transaction => insertExecution(transaction, fresh)),
    began: async (id: string, at: number): Promise<void> => {
      await database
        .updateTable('task_executions')
        .set({ state: 'running', started_at: at })
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .execute()
    },
    end: async (id: string, state: ExecutionState, cause: ExecutionCause, at: number): Promise<void> => {
      await database
        .updateTable('task_executions')
        .set({ state, cause, ended_at: at, lease_owner: null, lease_until: null })
        .where('id', '=', id)
        .where(activeOnes)
        .execute()
    },
    /** False when the execution is over. A forced stop may follow a normal one; no other repetition is allowed. */
    askStop: async (id: string, kind: StopKind, by: string | null, at: number): Promise<boolean> => {
      const result = await database
        .updateTable('task_executions')
        .set({ stop_kind: kind, stop_by: by, stop_at: at })
        .where('id', '=', id)
        .where(activeOnes)
        .where(where =>
          kind === 'force'
            ? where.or([where('stop_kind', 'is', null), where('stop_kind', '<>', 'force')])
            : where('stop_kind', 'is', null),
        )
        .executeTakeFirst()
      if (result.numUpdatedRows > 0n) return true
      const row = await database
        .selectFrom('task_executions')
        .select('id')
        .where('id', '=', id)
        .where(activeOnes)
        .executeTakeFirst()
      return row !== undefined
    },
    /** Deletes executions that ended before that time, except the newest `kept` of each set; runs stay. */
    prune: async (before: number, kept: number): Promise<void> => {
      await sql`
        delete from task_executions where id in (
          select id from (
            select id, ended_at, row_number() over (
              partition by project_id, set_id, case when set_id is null then set_name end order by number desc
            ) as place
            from task_executions
          ) as ranked
          where place > ${kept} and ended_at < ${before}
        )`.execute(database)
    },
  }
}

/** Tasks of an execution, with their runs. */
function taskResults(database: Database) {
  return {
    /** Of one or several executions, by execution and position. */
    results: async (executionIds: readonly string[]): Promise<ResultWithRun[]> => {
      if (executionIds.length === 0) return []
      const rows = await database
        .selectFrom('task_results as task')
        .leftJoin('runs as run', 'run.id', 'task.run_id')
        .selectAll('task')
        .select([
          'run.number as run_number',
          'run.state as run_state',
          'run.cause as run_cause',
          'run.prepared_at as run_prepared_at',
          'run.started_at as run_started_at',
          'run.ended_at as run_ended_at',
          'run.planned_duration_ms as run_planned_ms',
          'run.requests as run_requests',
          'run.failed as run_failed',
          'run.p95_ms as run_p95_ms',
          'run.sla as run_sla',
          sql<boolean>`exists (select from run_reservations where run_reservations.run_id = run.id)`.as(
            'is_held',
          ),
        ])
        .where('task.execution_id', 'in', [...executionIds])
        .orderBy('task.execution_id')
        .orderBy('task.position')
        .execute()
      return rows.map(row => ({
        ...row,
        run:
          row.run_id === null || row.run_number === null || row.run_state === null
            ? null
            : {
                id: row.run_id,
                number: row.run_number,
                state: row.run_state,
                preparedAt: row.run_prepared_at,
                startedAt: row.run_started_at,
                endedAt: row.run_ended_at,
                plannedMs: row.run_planned_ms,
                requests: row.run_requests ?? 0,
                failed: row.run_failed ?? 0,
                p95Ms: row.run_p95_ms,
                sla: row.run_sla ?? 'none',
                cause: row.run_cause,
                isReleased: !row.is_held,
              },
      }))
    },
  }
}

/** Changes of the state of tasks. */
function taskChanges(database: Database) {
  return {
    updateResult: async (id: string, changes: ResultChanges): Promise<void> => {
      await database
        .updateTable('task_results')
        .set({
          ...(changes.state === undefined ? {} : { state: changes.state }),
          ...(changes.cause === undefined ? {} : { cause: changes.cause }),
          ...(changes.error === undefined
            ? {}
            : { error: changes.error === null ? null : storableJson(changes.error) }),
          ...(changes.since === undefined ? {} : { since: changes.since }),
          ...(changes.askedAt === undefined ? {} : { asked_at: changes.askedAt }),
          ...(changes.startedAt === undefined ? {} : { started_at: changes.startedAt }),
          ...(changes.endedAt === undefined ? {} : { ended_at: changes.endedAt }),
          ...(changes.runId === undefined ? {} : { run_id: changes.runId }),
        })
        .where('id', '=', id)
        .execute()
    },
    /** False when the task has ended, or does not belong to this execution. */
    askSkip: async (executionId: string, id: string): Promise<boolean> => {
      const result = await database
        .updateTable('task_results')
        .set({ is_skip_asked: true })
        .where('id', '=', id)
        .where('execution_id', '=', executionId)
        .where('state', 'in', ['pending', 'starting', 'awaitingMachines', 'running', 'stopping'])
        .executeTakeFirst()
      return result.numUpdatedRows > 0n
    },
  }
}
