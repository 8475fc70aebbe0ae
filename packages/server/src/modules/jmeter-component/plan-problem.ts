/** Why the bytes are not a valid test plan; null when JMeter can read it. */
import { decodePlan } from '@pone/jmeter/jmx/bytes.ts'
import { readPlan } from '@pone/jmeter/jmx/plan.ts'
import type { JmxProblem } from '@pone/jmeter/jmx/problem.ts'

export function problemIn(bytes: Uint8Array): JmxProblem | null {
  const decoded = decodePlan(bytes)
  const read = decoded.ok ? readPlan(decoded.text) : decoded
  return read.ok ? null : read.problem
}
