/** Rows of runs and of all data that their load machines report; live figures and reports are computed from them. */

import type {
  Exchange,
  LogLine,
  RunCause,
  RunEvent,
  SlaResult,
  SlowTrace,
  UsersBasis,
} from '@pone/contract/entities/run.ts'
import type { RunPlan } from '@pone/contract/link/plan.ts'
import type { RunState, RunVerdict } from '@pone/contract/states.ts'
import type { Engine } from '@pone/plan/engines/engine.ts'
import type { LoadOrder } from '@pone/plan/load-models/load-order.ts'
import type { RunLabel } from '@pone/plan/scenario/run-label.ts'
import type { ScenarioDocument } from '@pone/plan/scenario/scenario.ts'
import type { BatchError } from '@pone/results/batches/stored-batch.ts'
import type { CapacitySearch, HeldShare } from '@pone/results/run-record.ts'
import type { Generated, JSONColumnType } from 'kysely'

export interface RunTable {
  id: string
  project_id: string
  /** Number within the project, from run_numbers. */
  number: number
  scenario_id: string | null
  scenario_name: string
  cluster_id: string
  cluster_name: string
  /** The scenario at the start of the run. */
  scenario: JSONColumnType<ScenarioDocument>
  /** The plan as sent to the machines, with components and labels; sufficient to prepare a machine again. */
  plan: JSONColumnType<RunPlan>
  labels: JSONColumnType<RunLabel[]>
  state: RunState
  cause: RunCause | null
  cause_detail: string
  /** Cause of a stop in progress; null while no stop was requested. */
  stop_cause: RunCause | null
  manual_load: number | null
  /** Ramp and parts of the manual load; null while the model rules, and where an older version set it. */
  load_order: JSONColumnType<LoadOrder | null, string | null | undefined, string | null>
  started_by: string
  created_at: number
  /** Since when a run that starts together with others is ready on all its machines; null: not ready, or not held. */
  prepared_at: Generated<number | null>
  started_at: number | null
  ended_at: number | null
  planned_duration_ms: number | null
  ramp_up_end_ms: number
  peak_users: number
  users_basis: Generated<UsersBasis>
  requests: number
  failed: number
  requests_per_second: number
  p95_ms: number | null
  sla: RunVerdict
  sla_results: JSONColumnType<SlaResult[]>
  /** Ranges of seconds, both ends inclusive, in which a machine or worker was lost or the generator overloaded. */
  suspect: JSONColumnType<[number, number][]>
  is_generator_limit: Generated<boolean>
  /** The search that drives its load; null: none does. */
  capacity: JSONColumnType<CapacitySearch | null, string | null | undefined, string | null>
  /** When its starter first opened it after its end; null: not yet. 0: it ended before that was stored. */
  opened_at: Generated<number | null>
  /** The engine. */
  engine: Generated<Engine>
  /** The server process that drives it; null in rows of an older version. */
  controller_id: string | null
  /** Incremented whenever another process takes the run over; writes with an older epoch are void. */
  epoch: Generated<number>
}

/** The last number assigned in a project. */
export interface RunNumberTable {
  project_id: string
  last: number
}

export interface RunMachineTable {
  run_id: string
  agent_id: string
  name: string
  from01: number
  to01: number
  /** Its shares now, or at the end of the run; empty when others have taken over. */
  shares: JSONColumnType<HeldShare[]>
  /** How much later than the common start it started; null until reported. */
  start_skew_ms: number | null
  /** Set when the machine has reported that all its workers ended. */
  end_cause: string | null
  end_detail: string
}

/** One second of one worker; (run_id, worker_id, seq) is stored once. */
export interface RunBatchTable {
  run_id: string
  worker_id: string
  seq: number
  second: number
  /** End of the counted interval, ms since the run's start; null: the end of its second. */
  until_ms: number | null
  users: number
  /** null where only `users`, the number at the end of the second, is known. */
  user_peaks: number[] | null
  /** Whole; see target_rate. */
  target_users: number
  /** Target arrivals per second where they are no whole number; null elsewhere. */
  target_rate: number | null
  iterations: number
  late_starts: number
  dropped_starts: number
  /** Cumulative, from the worker's journal. */
  sent: number
  /** Number of sent requests with a known outcome, cumulative. null in rows of an older version. */
  completed: number | null
  /** Of the sent requests, repetitions on a new connection, cumulative. null in rows of a version before 1.0. */
  repeated: number | null
  /** Samples of requests in this batch. */
  counted: number
  /** Counters and histograms per label, see label-codec.ts. */
  labels: Buffer
  /** See metric-codec.ts; null where no metric had a value. */
  metrics: Buffer | null
  /** Error counts of this batch without samples; null when there were none. */
  errors: JSONColumnType<BatchError[]> | null
  traces: JSONColumnType<SlowTrace[]> | null
  cpu01: number | null
  cpu_cores: number | null
  host_cpu01: number | null
  host_cores: number | null
  health_span_ms: number | null
  event_loop_delay_ms: number | null
  memory_bytes: number | null
  connections: number | null
  max_connections: number | null
  end_cause: string | null
  end_detail: string
  lost: number
}

/** The first full sample of each group of errors. */
export interface RunErrorTable {
  run_id: string
  label: number
  code: string
  message: string
  sample: JSONColumnType<Exchange>
}

export interface RunEventTable {
  run_id: string
  id: Generated<number>
  at: number
  kind: RunEvent['kind']
  params: JSONColumnType<RunEvent['params']>
  by: string | null
}

export interface RunLogLineTable {
  run_id: string
  id: Generated<number>
  at: number
  level: LogLine['level']
  source: string
  message: string
  /** null when the server wrote the line. */
  worker_id: string | null
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    runs: RunTable
    run_numbers: RunNumberTable
    run_machines: RunMachineTable
    run_batches: RunBatchTable
    run_errors: RunErrorTable
    run_events: RunEventTable
    run_log_lines: RunLogLineTable
  }
}
