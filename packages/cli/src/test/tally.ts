/** How many tests passed and failed, and how that is read from the runners' output. */
import { z } from 'zod'

export interface Tally {
  readonly passed: number
  readonly failed: number
}

export const oneTest = (hasPassed: boolean): Tally => ({
  passed: hasPassed ? 1 : 0,
  failed: hasPassed ? 0 : 1,
})

export function sumTallies(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, tally) => sum + tally.passed, 0),
    failed: tallies.reduce((sum, tally) => sum + tally.failed, 0),
  }
}

/** The closing line of a run. */
export const formatTally = ({ passed, failed }: Tally): string => `${passed} passed, ${failed} failed`

/** The tally of a closing line; undefined for any other line. */
export function parseTally(line: string): Tally | undefined {
  const match = /^(\d+) passed, (\d+) failed$/.exec(line.trim())
  return match === null ? undefined : { passed: Number(match[1]), failed: Number(match[2]) }
}

const vitestReportSchema = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  testResults: z.array(
    z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) }),
  ),
})

/**
 * The tally of vitest's JSON report. A file that failed without a failed test (it could not be loaded) counts as one failure,
 * and so does a non-zero exit code that no failure explains.
 */
export function readVitestReport(json: string, exitCode: number | null): Tally {
  const report = vitestReportSchema.safeParse(parseJson(json))
  if (!report.success) return { passed: 0, failed: 1 }
  const { numPassedTests, numFailedTests, testResults } = report.data
  const brokenFiles = testResults.filter(
    file => file.status === 'failed' && !file.assertionResults.some(test => test.status === 'failed'),
  ).length
  const failed = numFailedTests + brokenFiles
  return { passed: numPassedTests, failed: failed === 0 && exitCode !== 0 ? 1 : failed }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
