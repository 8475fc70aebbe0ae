/** What is wrong with the bytes of a test plan. */
import { decodePlan } from '@pone/jmeter/jmx/bytes.ts'
import { readPlan } from '@pone/jmeter/jmx/plan.ts'
import type { JmxProblem } from '@pone/jmeter/jmx/problem.ts'
import { missingFiles } from '@pone/jmeter/load/files.ts'

export interface PlanFaults {
  /** Why the bytes are not a valid test plan; null when JMeter can read it. */
  readonly problem: JmxProblem | null
  /** Names of the files that it reads and that no load machine can have. */
  readonly missing: readonly string[]
}

/** `held` are the names of the component's files. */
export function faultsIn(bytes: Uint8Array, held: readonly string[]): PlanFaults {
  const decoded = decodePlan(bytes)
  const read = decoded.ok ? readPlan(decoded.text) : decoded
  if (!read.ok) return { problem: read.problem, missing: [] }
  return { problem: null, missing: missingFiles(read.plan, new Set(held)) }
}
