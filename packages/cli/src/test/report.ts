/** What a runner of tests, vitest or that of the journeys, leaves for `./pone test`: a file with the outcome of each unit. */
import { writeFileSync } from 'node:fs'
import { z } from 'zod'
import { type Outcome, outcomeOf } from './outcome.ts'

/** Environment variable with the path of the report; without it none is written. */
export const reportVariable = 'PONE_TEST_REPORT'

const reportSchema = z.object({
  units: z.array(
    z.object({
      kind: z.enum(['check', 'file', 'journey']),
      name: z.string(),
      passed: z.int(),
      failures: z.array(z.string()),
      seconds: z.number(),
    }),
  ),
  failures: z.array(z.string()),
})

export type Report = z.infer<typeof reportSchema>

export function writeReport(report: Pick<Outcome, 'units' | 'failures'>): void {
  const path = process.env[reportVariable]
  if (path !== undefined) writeFileSync(path, JSON.stringify(report))
}

/** A run that left no report, or failed for no reason that the report names, is a failure. */
export function readReport(runner: string, json: string, exitCode: number | null): Outcome {
  const report = reportSchema.safeParse(parseJson(json))
  if (!report.success) return outcomeOf([], [`${runner} left no report; its exit code was ${exitCode}`])
  const { units, failures } = report.data
  const isExplained = exitCode === 0 || failures.length > 0 || units.some(unit => unit.failures.length > 0)
  const unexplained = isExplained ? [] : [`${runner} ended with ${exitCode} though nothing failed`]
  return outcomeOf(units, [...failures, ...unexplained])
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
