/** A run as the controller, the reports and the calls handle it, and its two views for the browser. */
import type { Capacity } from '@pone/contract/entities/capacity.ts'
import type { Run, RunCause, RunDetail, SlaResult, UsersBasis } from '@pone/contract/entities/run.ts'
import type { RunState, RunVerdict } from '@pone/contract/states.ts'
import type { LoadOrder } from '@pone/plan/load-models/load-order.ts'
import type { RunLabel } from '@pone/plan/scenario/run-label.ts'
import type { ScenarioDocument } from '@pone/plan/scenario/scenario.ts'

export interface RunRecord {
  readonly id: string
  readonly projectId: string
  readonly number: number
  readonly scenarioId: string | null
  readonly scenarioName: string
  readonly clusterId: string
  readonly clusterName: string
  readonly scenario: ScenarioDocument
  /** Grows where labels come to be while the run goes on. */
  readonly labels: RunLabel[]
  readonly startedBy: string
  readonly createdAt: number
  readonly plannedDurationMs: number | null
  readonly rampUpEndMs: number
  state: RunState
  cause: RunCause | null
  causeDetail: string
  /** Cause that a stop under way will end with. */
  stopCause: RunCause | null
  manualLoad: number | null
  /** Its ramp and its parts; null while the model rules. */
  loadOrder: LoadOrder | null
  startedAt: number | null
  endedAt: number | null
  peakUsers: number
  usersBasis: UsersBasis
  requests: number
  failed: number
  requestsPerSecond: number
  p95Ms: number | null
  sla: RunVerdict
  slaResults: SlaResult[]
  suspect: [number, number][]
  /** The load machines were overloaded for so long that the figures are not those of the target. */
  isGeneratorLimit: boolean
  /** The search that drives its load; null: it searches nothing. */
  capacity: CapacitySearch | null
}

/** A capacity search with what is needed to continue it. */
export interface CapacitySearch extends Capacity {
  /** Seconds of the run before this one are judged. */
  readonly nextSecond: number
  /** The first second in which all of the load is in force. */
  readonly inForceFrom: number
  /** Seconds in a row in which the load machines were at their limit. */
  readonly overloadedSeconds: number
}

/** A run that has not got its number yet. */
export type NewRun = Omit<RunRecord, 'number'>

/** What changes in a run after its creation. */
export type RunChanges = Partial<
  Pick<
    RunRecord,
    | 'state'
    | 'cause'
    | 'causeDetail'
    | 'stopCause'
    | 'manualLoad'
    | 'loadOrder'
    | 'startedAt'
    | 'endedAt'
    | 'peakUsers'
    | 'usersBasis'
    | 'requests'
    | 'failed'
    | 'requestsPerSecond'
    | 'p95Ms'
    | 'sla'
    | 'slaResults'
    | 'suspect'
    | 'isGeneratorLimit'
    | 'capacity'
  >
> & { readonly preparedAt?: number }

/** A stretch of the load's line that a machine drives; the id is that of the command which gave it. */
export interface HeldShare {
  readonly id: string
  readonly from01: number
  readonly to01: number
}

/** A machine's part in a run. */
export interface RunMachine {
  readonly agentId: string
  readonly name: string
  /** Its first share. */
  readonly from01: number
  readonly to01: number
  /** What it drives now, or drove to the end. */
  readonly shares: readonly HeldShare[]
  /** How much later than the common start it began, ms; null until it tells. */
  readonly startSkewMs: number | null
  /** Cause of the engine, null while the machine has not told its end. */
  endCause: string | null
  endDetail: string
}

/** Stands for the cluster of runs that were measured elsewhere. */
export const importedClusterId = '00000000-0000-0000-0000-000000000000'

export function toRun(record: RunRecord): Run {
  return {
    id: record.id,
    number: record.number,
    engine: record.scenario.engine,
    source: record.clusterId === importedClusterId ? 'import' : 'run',
    importing: null,
    scenarioId: record.scenarioId,
    scenarioName: record.scenarioName,
    clusterName: record.clusterName,
    state: record.state,
    cause: record.cause,
    causeDetail: record.causeDetail,
    startedBy: record.startedBy,
    createdAt: record.createdAt,
    startedAt: record.startedAt,
    endedAt: record.endedAt,
    plannedDurationMs: record.plannedDurationMs,
    peakUsers: record.peakUsers,
    usersBasis: record.usersBasis,
    isGeneratorLimit: record.isGeneratorLimit,
    requests: record.requests,
    failed: record.failed,
    requestsPerSecond: record.requestsPerSecond,
    p95Ms: record.p95Ms,
    sla: record.sla,
  }
}

/** What people see of a search. */
export function capacityOf(search: CapacitySearch): Capacity {
  const { nextSecond: _next, inForceFrom: _from, overloadedSeconds: _overloaded, ...capacity } = search
  return capacity
}

export function toRunDetail(record: RunRecord, now: number): RunDetail {
  return {
    ...toRun(record),
    scenario: record.scenario,
    labels: [...record.labels],
    isStopping: record.state === 'running' && record.stopCause !== null,
    manualLoad: record.manualLoad,
    loadOrder: record.loadOrder,
    capacity: record.capacity === null ? null : capacityOf(record.capacity),
    now,
  }
}
