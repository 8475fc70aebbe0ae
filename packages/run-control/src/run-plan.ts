/** Plans a run from the scenario in its present state, and from the engine's plan of its components. */
import type { Scenario } from '@pone/contract/entities/scenario.ts'
import { AppError } from '@pone/contract/errors.ts'
import { engineOf, type RunPlan } from '@pone/contract/link/plan.ts'
import { engines } from '@pone/plan/engines/registry.ts'
import { peak } from '@pone/plan/load-models/registry.ts'
import { meetsOnOneMachine } from '@pone/plan/scenario/one-machine.ts'
import { sampleLogOf } from '@pone/plan/scenario/scenario.ts'
import type { EnginePlan, PlanInput, PlanSources } from './engines/engine-planner.ts'
import { enginePlanners } from './engines/registry.ts'

interface Planned {
  readonly plan: RunPlan
  readonly clusterId: string
  readonly users: number
  /** Whether all of them must be on the same machine. */
  readonly isOneMachine: boolean
  /** The scenario's, with the thread groups where they drive the run. */
  readonly document: Scenario['document']
}

/**
 * The plan of a run of this scenario, checked as far as possible before the machines are asked.
 * @throws AppError ScenarioIncomplete with every reason
 */
export async function planRun(input: PlanInput, sources: PlanSources): Promise<Planned> {
  const { engine } = input.scenario.document
  return finished(input, await enginePlanners[engine].plan(input, sources))
}

/** @throws AppError ScenarioIncomplete with every reason */
function finished(input: PlanInput, { document, parts, reasons: found }: EnginePlan): Planned {
  const { runId, maxLoad } = input
  const reasons = [...found, ...(input.reasons ?? [])]
  const { clusterId, drive, maxUsers, loadModel } = document
  if (reasons.length > 0 || clusterId === null) {
    const detail = {
      zh: reasons.map(({ zh }) => zh).join('；'),
      en: reasons.map(({ en }) => en).join('; '),
    }
    throw new AppError('ScenarioIncomplete', { detail })
  }
  const highest = Math.max(1, Math.ceil(peak(loadModel)), maxLoad ?? 0)
  return {
    plan: {
      runId,
      ...parts,
      drive,
      maxUsers,
      loadModel,
      sampleLog: sampleLogOf(document),
      ...(document.traces && engines[document.engine].traces && { traces: true }),
      maxLoad,
    },
    clusterId,
    users: drive === 'arrivals' ? maxUsers : highest,
    isOneMachine: meetsOnOneMachine(document),
    document,
  }
}

/** Number of scripts that the machines of a run must hold. */
export const scriptsOf = (plan: RunPlan): number => enginePlanners[engineOf(plan)].scriptCount(plan)
