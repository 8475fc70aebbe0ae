/** How long a run waits for the set-up groups of its plans, which run before its start instant. */
import { readPlan } from '../jmx/plan.ts'
import { setUpGroups } from './thread-group.ts'

/** Time limit of set-up groups, ms. */
export const setUpTimeoutMs = 600_000

/** Whether the plan of that text has enabled set-up groups. */
export function hasSetUp(text: string): boolean {
  const read = readPlan(text)
  return read.ok && setUpGroups(read.plan).length > 0
}
