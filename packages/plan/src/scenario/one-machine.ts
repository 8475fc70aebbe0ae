/** Loads that an engine can drive on a single machine only. */

import { engines } from '../engines/registry.ts'
import type { ScenarioDocument } from './scenario.ts'

/** True where users gather whom the engine lets meet within one machine alone. */
export const meetsOnOneMachine = ({
  engine,
  loadModel,
}: Pick<ScenarioDocument, 'engine' | 'loadModel'>): boolean =>
  !engines[engine].meetsAcrossMachines && loadModel.kind === 'concurrency'
