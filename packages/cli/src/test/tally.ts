/** How many tests passed and failed, and how that is read from the runners' output. */
import { z } from 'zod'

export interface Tally {
  readonly passed: number
  readonly failed: number
  /** Name and reason of each failure, a text of a few lines. */
  readonly failures: readonly string[]
  /** Failures of first tries whose second try passed; they count as passed. */
  readonly passedAtSecondTry?: readonly string[]
}

/** With the files of all failures. */
export interface VitestTally extends Tally {
  readonly failedFiles: readonly string[]
}

/** How much of a failure's reason is repeated at the end. */
const maxReasonLines = 15

/** `failure` describes it when it has not passed. */
export const oneTest = (hasPassed: boolean, failure: string): Tally => ({
  passed: hasPassed ? 1 : 0,
  failed: hasPassed ? 0 : 1,
  failures: hasPassed ? [] : [failure],
})

export function sumTallies(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, tally) => sum + tally.passed, 0),
    failed: tallies.reduce((sum, tally) => sum + tally.failed, 0),
    failures: tallies.flatMap(tally => tally.failures),
    passedAtSecondTry: tallies.flatMap(tally => tally.passedAtSecondTry ?? []),
  }
}

/** The failures again, near the end of a long output, after those of first tries only. */
export const formatFailures = ({ failures, passedAtSecondTry = [] }: Tally): string[] => [
  ...passedAtSecondTry.flatMap(failure => withReason('PASSED ONLY AT THE SECOND TRY', failure)),
  ...failures.flatMap(failure => withReason('FAILED', failure)),
]

function withReason(title: string, failure: string): string[] {
  const lines = failure.split('\n')
  return [`${title} ${lines[0] ?? ''}`, ...lines.slice(1, maxReasonLines).map(line => `    ${line}`)]
}

/** The closing line of a run. */
export const formatTally = ({ passed, failed }: Pick<Tally, 'passed' | 'failed'>): string =>
  `${passed} passed, ${failed} failed`

/** The counts of a closing line; undefined for any other line. */
export function parseTally(line: string): Pick<Tally, 'passed' | 'failed'> | undefined {
  const match = /^(\d+) passed, (\d+) failed$/.exec(line.trim())
  return match === null ? undefined : { passed: Number(match[1]), failed: Number(match[2]) }
}

const vitestReportSchema = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
})

/**
 * The tally of vitest's JSON report. A file that failed without a failed test (it could not be loaded) counts as one failure,
 * and so does a non-zero exit code that no failure explains.
 */
export function readVitestReport(json: string, exitCode: number | null): VitestTally {
  const report = vitestReportSchema.safeParse(parseJson(json))
  if (!report.success)
    return { ...oneTest(false, `vitest left no report; its exit code was ${exitCode}`), failedFiles: [] }
  const { numPassedTests, numFailedTests, testResults } = report.data
  const files = testResults.filter(file => file.status === 'failed')
  const failures = files.flatMap(file => {
    const failed = file.assertionResults.filter(test => test.status === 'failed')
    if (failed.length === 0) return [`${file.name}\n${file.message}`]
    return failed.map(test => `${file.name} > ${test.fullName}\n${(test.failureMessages ?? []).join('\n')}`)
  })
  const brokenFiles = failures.length - numFailedTests
  const failed = numFailedTests + Math.max(0, brokenFiles)
  if (failed === 0 && exitCode !== 0) {
    const reason = `vitest ended with ${exitCode} though no test failed: an error outside of tests, told above`
    return { passed: numPassedTests, failed: 1, failures: [reason], failedFiles: [] }
  }
  return { passed: numPassedTests, failed, failures, failedFiles: files.map(({ name }) => name) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
