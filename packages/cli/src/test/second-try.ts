/**
 * The second try of the few tests that work with servers, browsers and clocks: a busy machine may keep one of them beyond
 * a time limit. What passes only then is named at the end of the run; all other tests have one try. Decision 073.
 */
import type { Tally } from './tally.ts'

/** More failures than this have a common cause, and are not tried again. */
export const maxSecondTries = 3

const integrationTest = /\.integration\.test\.tsx?$/

/** Files of failed tests that may be tried again; empty when any other test failed as well, or too many. */
export const filesToTryAgain = (failedFiles: readonly string[]): readonly string[] =>
  failedFiles.every(file => integrationTest.test(file)) && failedFiles.length <= maxSecondTries
    ? failedFiles
    : []

/** `units` (files, journeys) are those of all failures of `first`; runs them once more, alone. */
export async function tryAgain(
  first: Tally,
  units: readonly string[],
  again: (units: readonly string[]) => Promise<Tally>,
  say: (line: string) => void,
): Promise<Tally> {
  if (first.failed === 0 || units.length === 0 || units.length > maxSecondTries) return first
  say(`== second try of what failed: ${units.join(', ')}`)
  const second = await again(units)
  // One that ran no test proves nothing.
  if (second.failed > 0 || second.passed === 0) return first
  return {
    passed: first.passed + first.failed,
    failed: 0,
    failures: [],
    passedAtSecondTry: first.failures,
  }
}
