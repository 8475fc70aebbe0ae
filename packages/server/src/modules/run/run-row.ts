/** Converts between rows of `runs` and run records. */
import { type LoadOrder, loadAtOnce } from '@pone/plan/load-models/load-order.ts'
import { scenarioDocumentSchema } from '@pone/plan/scenario/scenario.ts'
import { storableJson, storableText } from '@pone/results/batches/storable.ts'
import type { RunChanges, RunRecord } from '@pone/results/run-record.ts'
import type { Selectable } from 'kysely'
import type { RunTable } from './run.table.ts'

/** Everything but the plan, which only the machines need. */
export const runColumns = [
  'id',
  'project_id',
  'number',
  'scenario_id',
  'scenario_name',
  'cluster_id',
  'cluster_name',
  'scenario',
  'labels',
  'state',
  'cause',
  'cause_detail',
  'stop_cause',
  'manual_load',
  'load_order',
  'started_by',
  'created_at',
  'started_at',
  'ended_at',
  'planned_duration_ms',
  'ramp_up_end_ms',
  'peak_users',
  'users_basis',
  'requests',
  'failed',
  'requests_per_second',
  'p95_ms',
  'sla',
  'sla_results',
  'suspect',
] as const satisfies readonly (keyof RunTable)[]

export type RunRow = Pick<Selectable<RunTable>, (typeof runColumns)[number]>

export const toRecord = (row: RunRow): RunRecord => ({
  id: row.id,
  projectId: row.project_id,
  number: row.number,
  scenarioId: row.scenario_id,
  scenarioName: row.scenario_name,
  clusterId: row.cluster_id,
  clusterName: row.cluster_name,
  // Rows of an older version lack later fields.
  scenario: scenarioDocumentSchema.parse(row.scenario),
  labels: row.labels,
  state: row.state,
  cause: row.cause,
  causeDetail: row.cause_detail,
  stopCause: row.stop_cause,
  manualLoad: row.manual_load,
  loadOrder: row.load_order ?? (row.manual_load === null ? null : loadAtOnce(row.manual_load)),
  startedBy: row.started_by,
  createdAt: row.created_at,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  plannedDurationMs: row.planned_duration_ms,
  rampUpEndMs: row.ramp_up_end_ms,
  peakUsers: row.peak_users,
  usersBasis: row.users_basis,
  requests: row.requests,
  failed: row.failed,
  requestsPerSecond: row.requests_per_second,
  p95Ms: row.p95_ms,
  sla: row.sla,
  slaResults: row.sla_results,
  suspect: row.suspect,
})

const orderJson = (order: LoadOrder | null): string | null => (order === null ? null : storableJson(order))

/** Columns of a new run, documents as JSON text. */
export const toRow = (run: RunRecord) => ({
  id: run.id,
  project_id: run.projectId,
  number: run.number,
  scenario_id: run.scenarioId,
  scenario_name: run.scenarioName,
  cluster_id: run.clusterId,
  cluster_name: run.clusterName,
  engine: run.scenario.engine,
  scenario: storableJson(run.scenario),
  labels: storableJson(run.labels),
  state: run.state,
  cause: run.cause,
  cause_detail: storableText(run.causeDetail),
  stop_cause: run.stopCause,
  manual_load: run.manualLoad,
  load_order: orderJson(run.loadOrder),
  started_by: run.startedBy,
  created_at: run.createdAt,
  started_at: run.startedAt,
  ended_at: run.endedAt,
  planned_duration_ms: run.plannedDurationMs,
  ramp_up_end_ms: run.rampUpEndMs,
  peak_users: run.peakUsers,
  users_basis: run.usersBasis,
  requests: run.requests,
  failed: run.failed,
  requests_per_second: run.requestsPerSecond,
  p95_ms: run.p95Ms,
  sla: run.sla,
  sla_results: storableJson(run.slaResults),
  suspect: storableJson(run.suspect),
})

/** Changed columns; a field that is not given keeps its value. */
export const toChanges = (changes: RunChanges) => ({
  state: changes.state,
  cause: changes.cause,
  cause_detail: changes.causeDetail === undefined ? undefined : storableText(changes.causeDetail),
  stop_cause: changes.stopCause,
  manual_load: changes.manualLoad,
  load_order: changes.loadOrder === undefined ? undefined : orderJson(changes.loadOrder),
  prepared_at: changes.preparedAt,
  started_at: changes.startedAt,
  ended_at: changes.endedAt,
  peak_users: changes.peakUsers,
  users_basis: changes.usersBasis,
  requests: changes.requests,
  failed: changes.failed,
  requests_per_second: changes.requestsPerSecond,
  p95_ms: changes.p95Ms,
  sla: changes.sla,
  sla_results: changes.slaResults === undefined ? undefined : storableJson(changes.slaResults),
  suspect: changes.suspect === undefined ? undefined : storableJson(changes.suspect),
})
