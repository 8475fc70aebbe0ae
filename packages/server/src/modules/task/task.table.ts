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
  /** null when nothing is left to begin. */
  next_at: number | null
  last_at: number | null
  /** Whose permissions an execution needs. */
  owner_id: string
  created_by: string
  /** Of texts that are stored with an execution. */
  language: Language
  created_at: number
  updated_at: number
}

/** The last number given out in a project. */
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
  /** The set as it was at the start. */
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
  /** Set when somebody, or the time limit, asked for the end. */
  stop_kind: StopKind | null
  stop_by: string | null
  stop_at: number | null
  /** The server that sees to the execution, until when by the database's clock. */
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
  /** Chosen before the run is started, so that it is never started twice. */
  run_id: string | null
  users: number
  planned_ms: number | null
  /** Since when the present state lasts. */
  since: number
  /** When the task first asked for machines. */
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
