/** Rows of schedules, executions of task sets, and the tasks in them. */
import type {
  ExecutionCause,
  ExecutionState,
  executionTriggers,
  ScheduleRule,
  TaskCause,
  TaskDocument,
  TaskSetDocument,
  TaskState,
} from '@pone/contract/entities/task.ts'
import type { ErrorParams } from '@pone/contract/errors.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import type { JSONColumnType } from 'kysely'

export interface TaskScheduleTable {
  id: string
  project_id: string
  set_id: string
  rule: JSONColumnType<ScheduleRule>
  grace_minutes: number
  is_enabled: boolean
  /** null when there is no next time. */
  next_at: number | null
  last_at: number | null
  /** Whose permissions an execution needs. */
  owner_id: string
  created_by: string
  /** Language of texts that are stored with an execution. */
  language: Language
  created_at: number
  updated_at: number
}

/** The last number assigned in a project. */
export interface TaskNumberTable {
  project_id: string
  last: number
}

export interface TaskExecutionTable {
  id: string
  project_id: string
  number: number
  /** null when the set has been deleted. */
  set_id: string | null
  set_name: string
  /** The set at the start of the execution. */
  options: JSONColumnType<TaskSetDocument>
  state: ExecutionState
  cause: ExecutionCause | null
  cause_detail: string
  trigger: (typeof executionTriggers)[number]
  schedule_id: string | null
  started_by: string
  owner_id: string
  language: Language
  due_at: number
  created_at: number
  started_at: number | null
  ended_at: number | null
  /** Set when a user, or the time limit, requested the stop. */
  stop_kind: StopKind | null
  stop_by: string | null
  stop_at: number | null
  /** The server that drives the execution, and until when by the database's clock. */
  lease_owner: string | null
  lease_until: number | null
}
export type StopKind = 'graceful' | 'force' | 'timeLimit'

export interface TaskResultTable {
  id: string
  execution_id: string
  position: number
  name: string
  scenario_id: string | null
  scenario_name: string
  document: JSONColumnType<TaskDocument>
  state: TaskState
  cause: TaskCause | null
  error: JSONColumnType<StoredError> | null
  /** Assigned before the run is started, so that it is never started twice. */
  run_id: string | null
  users: number
  planned_ms: number | null
  /** Since when it is in the present state. */
  since: number
  /** When the task first requested machines. */
  asked_at: number | null
  started_at: number | null
  ended_at: number | null
  is_skip_asked: boolean
}
export interface StoredError {
  code: string
  params: ErrorParams
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    task_schedules: TaskScheduleTable
    task_numbers: TaskNumberTable
    task_executions: TaskExecutionTable
    task_results: TaskResultTable
  }
}
