/** Loads that JMeter can drive on a single machine only. */
import type { ScenarioDocument } from '@pone/plan/scenario/scenario.ts'

/** True where users gather: JMeter's Synchronizing Timer knows those of its own process alone. */
export const meetsOnOneMachine = ({
  engine,
  loadModel,
}: Pick<ScenarioDocument, 'engine' | 'loadModel'>): boolean =>
  engine === 'jmeter' && loadModel.kind === 'concurrency'
