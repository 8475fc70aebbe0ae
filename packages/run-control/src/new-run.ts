/** The record of a new run: the scenario in its present state, without results. */
import type { CapacityOrder } from '@pone/contract/entities/capacity.ts'
import type { Scenario } from '@pone/contract/entities/scenario.ts'
import type { RunPlan } from '@pone/contract/link/plan.ts'
import { plannedDurationMs, rampUpEndMs } from '@pone/plan/load-models/registry.ts'
import type { NewRun } from '@pone/results/run-record.ts'
import { newCapacity } from './capacity/driver.ts'

/** `by` is an account, `at` the server's clock. */
export function newRun(input: {
  runId: string
  projectId: string
  scenario: Scenario
  clusterId: string
  clusterName: string
  plan: RunPlan
  by: string
  at: number
  /** What its load searches for; null or left out: it follows its load model. */
  capacity?: CapacityOrder | null
}): NewRun {
  const { scenario, plan } = input
  const { loadModel, sla } = scenario.document
  return {
    id: input.runId,
    projectId: input.projectId,
    scenarioId: scenario.id,
    scenarioName: scenario.name,
    clusterId: input.clusterId,
    clusterName: input.clusterName,
    scenario: scenario.document,
    labels: [...plan.labels],
    startedBy: input.by,
    createdAt: input.at,
    plannedDurationMs: roundedOrNull(plannedDurationMs(loadModel)),
    rampUpEndMs: Math.round(rampUpEndMs(loadModel)),
    ...nothingYet(),
    sla: sla.length === 0 ? 'none' : 'pending',
    capacity: input.capacity ? newCapacity(input.capacity) : null,
  }
}

const roundedOrNull = (value: number | null): number | null => (value === null ? null : Math.round(value))

/** The fields of a record before anything has started or been measured. */
export const nothingYet = () =>
  ({
    state: 'new',
    cause: null,
    causeDetail: '',
    stopCause: null,
    manualLoad: null,
    loadOrder: null,
    startedAt: null,
    endedAt: null,
    peakUsers: 0,
    usersBasis: 'maximum',
    requests: 0,
    failed: 0,
    requestsPerSecond: 0,
    p95Ms: null,
    slaResults: [],
    suspect: [],
    isGeneratorLimit: false,
    capacity: null,
  }) satisfies Partial<NewRun>
