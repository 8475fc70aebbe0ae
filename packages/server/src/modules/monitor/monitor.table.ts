/** Rows of monitors, who collects them, their states, sessions and contents; instants are epoch milliseconds. */
import type {
  MonitorCause,
  MonitorParams,
  MonitorProblem,
  MonitorState,
} from '@pone/contract/entities/monitor.ts'
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'

export interface MonitorGroupTable {
  id: string
  project_id: string
  name: string
  created_at: number
}

export interface MonitorTable {
  id: string
  project_id: string
  group_id: string | null
  name: string
  type: string
  /** Of a type of one's own; null of a built-in one. */
  type_version: number | null
  /** Without secret ones. */
  params: JSONColumnType<MonitorParams>
  /** Secret parameters by key as JSON, encrypted; null for none. */
  sealed_secrets: string | null
  /** Keys of `sealed_secrets`. */
  secrets_set: JSONColumnType<string[]>
  agent_id: string | null
  send_interval_ms: number
  receive_interval_ms: number
  frequency_ms: number
  /** The run for which it is collected each second, as agents were told last; null: its own frequency. */
  fast_run_id: Generated<string | null>
  /** Of both. */
  frequency_in_force_ms: GeneratedAlways<number>
  slow_log_address: string
  url: string
  notification_emails: JSONColumnType<string[]>
  notification_phones: JSONColumnType<string[]>
  is_running: boolean
  /** When it was started or stopped last. */
  running_since: number | null
  revision: number
  created_by: string
  created_at: number
  updated_by: string
  updated_at: number
}

export interface MonitorSessionTable {
  id: string
  monitor_id: string
  project_id: string
  started_at: number
  started_by: string
  stopped_at: number | null
  stopped_by: Generated<string>
  final_state: MonitorState | null
}

/** Who collects a monitor from when to when; `epoch` grows with each change, one without an end is the present one. */
export interface MonitorAssignmentTable {
  monitor_id: string
  agent_id: string
  epoch: number
  assigned_at: number
  until_at: number | null
}

/** Present state of a section; without a cause it answers. */
export interface MonitorSectionTable {
  monitor_id: string
  section: string
  answers_availability: boolean
  cause: MonitorCause | null
  params: ColumnType<Record<string, string>, string | undefined, string>
  detail: Generated<string>
  since: number
  last_at: number | null
}

/** Last batch of an agent process that is stored. */
export interface MonitorIntakeTable {
  agent_id: string
  incarnation: string
  last_seq: number
  stored_at: number
}

export interface MonitorTableTable {
  monitor_id: string
  section: string
  slot: number
  columns: JSONColumnType<string[]>
  rows: JSONColumnType<string[][]>
}

/** A slow operation and its newest counters. */
export interface MonitorOperationTable {
  id: Generated<number>
  monitor_id: string
  section: string
  /** What tells operations of a section apart, as a hash. */
  key: string
  labels: JSONColumnType<Record<string, string>>
  text: string
  database: string
  account: string
  first_at: number
  /** Of the newest collection that holds it, or of its newest entry. */
  last_at: number
  last_point_at: number
  calls: number
  total_ms: number
  max_ms: number | null
  row_count: number | null
  counted_since: string
}

/** Counters at an instant; of entries of a log what one minute added. */
export interface MonitorOperationPointTable {
  operation_id: number
  at: number
  calls: number
  total_ms: number
  max_ms: number | null
  row_count: number | null
  counted_since: string
}

export interface MonitorOperationEntryTable {
  operation_id: number
  monitor_id: string
  section: string
  entry: string
  at: number
  duration_ms: number
  row_count: number | null
  account: string
}

export interface MonitorLogLineTable {
  seq: Generated<number>
  project_id: string
  monitor_id: string | null
  agent_id: string | null
  at: number
  level: 'debug' | 'info' | 'warn' | 'error'
  text: string
}

/** A view: the state of every monitor now. */
export interface MonitorCurrentView {
  monitor_id: string
  state: MonitorState
  problem: ColumnType<MonitorProblem | null, never, never>
  last_at: number | null
  collector_id: string | null
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    monitor_groups: MonitorGroupTable
    monitors: MonitorTable
    monitor_sessions: MonitorSessionTable
    monitor_assignments: MonitorAssignmentTable
    monitor_sections: MonitorSectionTable
    monitor_intake: MonitorIntakeTable
    monitor_tables: MonitorTableTable
    monitor_log_lines: MonitorLogLineTable
    monitor_operations: MonitorOperationTable
    monitor_operation_points: MonitorOperationPointTable
    monitor_operation_entries: MonitorOperationEntryTable
    monitor_current: MonitorCurrentView
  }
}
