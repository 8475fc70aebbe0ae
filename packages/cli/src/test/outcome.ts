/** What a run of tests ended with: per unit (a check, a test file, a journey) how many of its tests passed and why others failed. */

export type UnitKind = 'check' | 'file' | 'journey'

/** What can be run by itself. */
export interface Unit {
  readonly kind: UnitKind
  /** Name of a check or journey; path of a file, relative to the checkout. */
  readonly name: string
  readonly passed: number
  /** Name and reason of each failure, a text of a few lines. */
  readonly failures: readonly string[]
  readonly seconds: number
}

export interface Outcome {
  readonly units: readonly Unit[]
  /** What failed outside of units, e.g. a runner that ended without a report. */
  readonly failures: readonly string[]
  /** Units whose failures did not repeat when they were run alone; their tests count as passed. */
  readonly unstable: readonly Unit[]
}

/** How much of a failure's reason is repeated at the end. */
const maxReasonLines = 15
const maxSlowest = 15

export const outcomeOf = (units: readonly Unit[], failures: readonly string[] = []): Outcome => ({
  units,
  failures,
  unstable: [],
})

/** A failure of no unit, such as a set-up that did not succeed. */
export const brokenRun = (reason: string): Outcome => outcomeOf([], [reason])

/** `failure` describes it when it has not passed. */
export const oneUnit = (
  unit: Pick<Unit, 'kind' | 'name' | 'seconds'>,
  hasPassed: boolean,
  failure: string,
): Unit => ({ ...unit, passed: hasPassed ? 1 : 0, failures: hasPassed ? [] : [failure] })

export const joinOutcomes = (outcomes: readonly Outcome[]): Outcome => ({
  units: outcomes.flatMap(({ units }) => units),
  failures: outcomes.flatMap(({ failures }) => failures),
  unstable: outcomes.flatMap(({ unstable }) => unstable),
})

export const failedUnits = ({ units }: Outcome): Unit[] => units.filter(({ failures }) => failures.length > 0)

export interface Counts {
  readonly passed: number
  readonly failed: number
}

export function countsOf({ units, failures }: Outcome): Counts {
  const sum = (count: (unit: Unit) => number) => units.reduce((total, unit) => total + count(unit), 0)
  return { passed: sum(unit => unit.passed), failed: sum(unit => unit.failures.length) + failures.length }
}

/** The closing line of a run. */
export const formatCounts = ({ passed, failed }: Counts): string => `${passed} passed, ${failed} failed`

/** The counts of a closing line; undefined for any other line. */
export function parseCounts(line: string): Counts | undefined {
  const match = /^(\d+) passed, (\d+) failed$/.exec(line.trim())
  return match === null ? undefined : { passed: Number(match[1]), failed: Number(match[2]) }
}

/** The failures again, near the end of a long output, after those that did not repeat. */
export const formatFailures = (outcome: Outcome): string[] => [
  ...outcome.unstable.flatMap(({ failures }) => failures.flatMap(each => withReason('UNSTABLE', each))),
  ...[...outcome.units.flatMap(({ failures }) => failures), ...outcome.failures].flatMap(each =>
    withReason('FAILED', each),
  ),
]

function withReason(title: string, failure: string): string[] {
  const lines = failure.split('\n')
  return [`${title} ${lines[0] ?? ''}`, ...lines.slice(1, maxReasonLines).map(line => `    ${line}`)]
}

/** The units that took longest, longest first. */
export const formatSlowest = ({ units }: Outcome): string[] =>
  units
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, maxSlowest)
    .map(({ seconds, kind, name }) => `  ${seconds.toFixed(1).padStart(6)} s  ${kind} ${name}`)
