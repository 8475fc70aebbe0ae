/** The parts of a component that a run by JMeter uses. */
import type { RunPlan } from '@pone/contract/link/plan.ts'

/** A JMeter component in its present state. */
export interface JmeterSource {
  readonly name: string
  readonly bytes: Uint8Array
  readonly files: RunPlan['files']
}
