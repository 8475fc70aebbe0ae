/** What the form of a capacity search suggests for a scenario; pure. */
import type { InputOf } from '@pone/contract/call.ts'
import type { runCalls } from '@pone/contract/calls/run.ts'
import { capacityTextOf } from '@pone/plan/code/capacity-text.ts'
import { peak } from '@pone/plan/load-models/registry.ts'
import type { ScenarioDocument } from '@pone/plan/scenario/scenario.ts'
import { maxUsersPerScenario } from '@pone/schema/limits.ts'

export type CapacityInput = Omit<InputOf<typeof runCalls.findCapacity>, 'projectId' | 'scenarioId'>

const usualRules = 'p95 < 500, errors < 1%'
/** The first level as a part of the planned load, and the highest as a multiple of it. */
const startShare = 0.1
const mostTimes = 10

/** `freeUsers` of the scenario's cluster; null: not known. */
export function suggestedSearch(
  document: Pick<ScenarioDocument, 'drive' | 'loadModel' | 'sla'>,
  freeUsers: number | null,
): CapacityInput {
  const { drive, sla, loadModel } = document
  const planned = Math.max(1, Math.ceil(peak(loadModel)))
  const room = drive === 'users' && freeUsers !== null ? freeUsers : maxUsersPerScenario
  const startLoad = Math.max(1, Math.round(startShare * planned))
  const maxLoad = Math.max(startLoad, Math.min(mostTimes * planned, room, maxUsersPerScenario))
  return {
    rules: capacityTextOf(sla) || usualRules,
    drive,
    startLoad,
    maxLoad,
    settleSeconds: 3,
    measureSeconds: 15,
    maxSeconds: 900,
  }
}
