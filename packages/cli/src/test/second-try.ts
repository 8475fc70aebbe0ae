/**
 * The second try of test files and journeys that failed: a busy machine may keep one of them beyond a time limit. Each runs
 * alone, when everything else has ended. What passes only then is unstable: named at the end of the run with its first reason,
 * and listed in `unstable.json`. What fails twice is a failure. Decision 073.
 */
import { failedUnits, type Outcome, type Unit } from './outcome.ts'

/** More failures than this have a common cause, and are not tried again. */
export const maxSecondTries = 5

/** Runs these units alone, one after another. */
export type Again = (units: readonly Unit[]) => Promise<Outcome>

/** Checks read the sources: they fail again. */
const canPassLater = ({ kind }: Unit): boolean => kind !== 'check'

export async function tryAgain(first: Outcome, again: Again, say: (line: string) => void): Promise<Outcome> {
  const units = failedUnits(first).filter(canPassLater)
  if (units.length === 0) return first
  if (units.length > maxSecondTries) {
    say(`== ${units.length} files and journeys failed: too many for a second try`)
    return first
  }
  say(`== second try of what failed: ${units.map(({ name }) => name).join(', ')}`)
  const second = await again(units)
  const hasPassed = (unit: Unit): boolean => {
    const repeated = second.units.find(({ kind, name }) => kind === unit.kind && name === unit.name)
    // One that ran no test proves nothing.
    return repeated !== undefined && repeated.failures.length === 0 && repeated.passed > 0
  }
  const unstable = units.filter(hasPassed)
  return {
    units: first.units.map(unit => (unstable.includes(unit) ? asPassed(unit) : unit)),
    failures: [...first.failures, ...second.failures],
    unstable: [...first.unstable, ...unstable],
  }
}

const asPassed = (unit: Unit): Unit => ({
  ...unit,
  passed: unit.passed + unit.failures.length,
  failures: [],
})
