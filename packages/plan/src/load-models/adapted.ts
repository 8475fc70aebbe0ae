/** A scenario with what a task changes in it: another cluster, a percentage of its load, another length. */

import { maxUsersPerScenario } from '@pone/schema/limits.ts'
import type { LoadModel, ScenarioDocument } from '../scenario/scenario.ts'
import { withLoads } from './rates.ts'
import { plannedDurationMs } from './registry.ts'

const rateDigits = 12

export interface Adaptation {
  /** null: the scenario's own. */
  readonly clusterId: string | null
  readonly loadPercent: number
  /** null: as the scenario plans it. */
  readonly durationSeconds: number | null
}

/** Users are scaled and rounded, but what was above 0 stays so; rates are only scaled. The shape of the model is kept. */
export function adaptedScenario(document: ScenarioDocument, adaptation: Adaptation): ScenarioDocument {
  const scaled = (count: number): number =>
    count === 0
      ? 0
      : Math.min(maxUsersPerScenario, Math.max(1, Math.round((count * adaptation.loadPercent) / 100)))
  const scaledRate = (rate: number): number =>
    Math.min(maxUsersPerScenario, Number(((rate * adaptation.loadPercent) / 100).toPrecision(rateDigits)))
  const { durationSeconds } = adaptation
  const scale = document.drive === 'arrivals' ? scaledRate : scaled
  const model = withLoad(document.loadModel, scale, adaptation.loadPercent)
  return {
    ...document,
    clusterId: adaptation.clusterId ?? document.clusterId,
    maxUsers: scaled(document.maxUsers),
    loadModel: durationSeconds === null ? model : withDuration(model, durationSeconds),
  }
}

function withLoad(model: LoadModel, scaled: (count: number) => number, loadPercent: number): LoadModel {
  // The groups are known when the run starts.
  return model.kind === 'threadGroups' ? { ...model, loadPercent } : withLoads(model, scaled)
}

/** Steady stretches take up the difference; only where they cannot, ramps and steps are stretched or pressed with the rest. */
function withDuration(model: LoadModel, seconds: number): LoadModel {
  const factor = (seconds * 1_000) / (plannedDurationMs(model) ?? seconds * 1_000)
  switch (model.kind) {
    case 'constant':
      return { ...model, durationSeconds: seconds, rampUpSeconds: Math.min(model.rampUpSeconds, seconds) }
    case 'concurrency':
      return { ...model, durationSeconds: seconds, rounds: 0 }
    case 'incremental': {
      const hold = model.holdSeconds + seconds - seconds / factor
      if (hold >= 0) return { ...model, holdSeconds: hold }
      return {
        ...model,
        intervalSeconds: Math.max(1, model.intervalSeconds * factor),
        holdSeconds: model.holdSeconds * factor,
        rampDownSeconds: model.rampDownSeconds * factor,
      }
    }
    case 'userDefined':
      return {
        ...model,
        rows: model.rows.map(row => ({
          users: row.users,
          startDelaySeconds: row.startDelaySeconds * factor,
          rampUpSeconds: row.rampUpSeconds * factor,
          holdSeconds: row.holdSeconds * factor,
          rampDownSeconds: row.rampDownSeconds * factor,
        })),
      }
    case 'threadGroups':
      return { ...model, durationSeconds: seconds }
    case 'surge':
      return { ...model, durationSeconds: seconds, peakSeconds: Math.max(1, model.peakSeconds * factor) }
  }
}
