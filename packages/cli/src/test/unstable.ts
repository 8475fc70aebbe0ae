/** The tracked list of what passed only at its second try, `unstable.json`: a test that stands in it twice is to be mended. */
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { checkout } from '../paths.ts'
import type { Unit } from './outcome.ts'

const path = join(checkout, 'unstable.json')
/** Whole runs within which a second entry is one too many. */
const span = 20

const entrySchema = z.strictObject({
  /** Number of the whole run, from 1. */
  run: z.int().positive(),
  /** Path of a file, or `journey <name>`. */
  test: z.string().min(1),
  /** First line of its first failure. */
  reason: z.string(),
})
const listSchema = z.strictObject({
  /** Whole runs that have been recorded. */
  runs: z.int().nonnegative(),
  entries: z.array(entrySchema),
})

export type UnstableList = z.infer<typeof listSchema>

/** @throws ZodError when the file has another shape */
export const readUnstable = (): UnstableList => listSchema.parse(JSON.parse(readFileSync(path, 'utf8')))

export const keepUnstable = (list: UnstableList): Promise<void> =>
  writeFile(path, `${JSON.stringify(list, undefined, 2)}\n`)

/** The list after one more whole run. */
export function withRun({ runs, entries }: UnstableList, unstable: readonly Unit[]): UnstableList {
  const run = runs + 1
  const added = unstable.map(({ kind, name, failures }) => ({
    run,
    test: kind === 'journey' ? `journey ${name}` : name,
    reason: (failures[0] ?? '').split('\n').slice(0, 2).join(': ').slice(0, 200),
  }))
  return { runs: run, entries: [...entries, ...added] }
}

/** What a person adds to the file when the run could not write it: nothing where nothing was unstable. */
export function linesToAdd(list: UnstableList, unstable: readonly Unit[]): string[] {
  if (unstable.length === 0) return []
  const { runs, entries } = withRun(list, unstable)
  const added = entries.slice(list.entries.length).map(entry => `    ${JSON.stringify(entry)},`)
  return [`unstable.json, to be added (or run with --record): "runs": ${runs}, "entries":`, ...added]
}

/** Tests with two entries within 20 runs, which is a fault of test or product to be mended; then the entries are removed. */
export function unstableTooOften({ entries }: UnstableList): string[] {
  const byTest = Map.groupBy(entries, ({ test }) => test)
  return [...byTest].flatMap(([test, own]) => {
    const runs = own.map(({ run }) => run).toSorted((a, b) => a - b)
    return runs.some((run, index) => index > 0 && run - (runs[index - 1] ?? 0) < span) ? [test] : []
  })
}
