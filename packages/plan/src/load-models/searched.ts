/** A scenario whose load a capacity search drives. */
import type { ScenarioDocument } from '../scenario/scenario.ts'

/** Time that the search has besides its seconds, until the last of them are judged. */
const graceSeconds = 30

/**
 * Constant at the first level; rules of the scenario would judge the levels beyond the capacity too, so that it has none.
 */
export const searchedScenario = (
  document: ScenarioDocument,
  search: {
    readonly drive: ScenarioDocument['drive']
    readonly startLoad: number
    readonly maxSeconds: number
  },
): ScenarioDocument => ({
  ...document,
  drive: search.drive,
  sla: [],
  loadModel: {
    kind: 'constant',
    users: search.startLoad,
    rampUpSeconds: 0,
    durationSeconds: search.maxSeconds + graceSeconds,
    loops: 0,
  },
})
