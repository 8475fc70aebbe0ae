/** What a run by JMeter reads of a component. */
import type { RunPlan } from '@pone/contract/link/plan.ts'

/** A JMeter component as it is at this moment. */
export interface JmeterSource {
  readonly name: string
  readonly bytes: Uint8Array
  readonly files: RunPlan['files']
}
