/** How long test files and journeys took: what takes longest starts first. Tracked, so that a fresh clone knows it too. */
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { checkout } from '../paths.ts'
import type { Outcome, Unit } from './outcome.ts'

const path = join(checkout, 'scripts', 'test-durations.json')
/** Shorter ones are left out: their order does not matter, and the file stays small. */
const leastSeconds = 1

/** Seconds by name of a journey or path of a file. */
export type Durations = Readonly<Record<string, number>>

export const readDurations = (): Durations =>
  z.record(z.string(), z.number()).parse(JSON.parse(readFileSync(path, 'utf8')))

/** Those of a whole run; what did not run is forgotten. */
export const durationsOf = ({ units }: Outcome): Durations =>
  Object.fromEntries(
    units
      .filter(({ kind, seconds }) => kind !== 'check' && seconds >= leastSeconds)
      .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
      .map(unit => [keyOf(unit), Math.round(unit.seconds)]),
  )

export const keepDurations = (outcome: Outcome): Promise<void> =>
  writeFile(path, `${JSON.stringify(durationsOf(outcome), undefined, 2)}\n`)

const keyOf = ({ kind, name }: Pick<Unit, 'kind' | 'name'>): string =>
  kind === 'journey' ? `journey ${name}` : name

/** Longest first; what is new, or shorter than what is kept, in the given order behind. */
export const longestFirst = <Each>(
  all: readonly Each[],
  unitOf: (each: Each) => Pick<Unit, 'kind' | 'name'>,
  durations: Durations,
): Each[] => {
  const secondsOf = (each: Each) => durations[keyOf(unitOf(each))] ?? 0
  return all.toSorted((a, b) => secondsOf(b) - secondsOf(a))
}
