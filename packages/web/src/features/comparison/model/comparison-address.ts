/** The query string of a comparison: runs with their time ranges, and the baseline; pure. */
import { maxComparedRuns } from '@pone/schema/limits.ts'

/** A time range of a run in whole seconds since its start; `to` null: to the end. */
export interface Part {
  readonly from: number
  readonly to: number | null
}

export interface ChosenRun {
  readonly id: string
  /** null: the common time range. */
  readonly part: Part | null
}

export interface Chosen {
  /** In the order of selection, which determines the colours; no duplicates. */
  readonly runs: readonly ChosenRun[]
  /** null: the first run. */
  readonly baseline: string | null
  readonly part: Part
}

export const wholeRun: Part = { from: 0, to: null }
const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** `60-300`, `60-`; null when malformed. */
function parsePart(text: string | undefined): Part | null {
  const [, from = '', to = ''] = /^(\d{1,7})-(\d{0,7})$/.exec(text ?? '') ?? []
  return from === '' ? null : { from: Number(from), to: to === '' ? null : Number(to) }
}
const partText = ({ from, to }: Part): string => `${from}-${to ?? ''}`

export const isWhole = ({ from, to }: Part): boolean => from === 0 && to === null

/** The selection in a query string; malformed run ids are ignored. */
export function readChosen(query: URLSearchParams): Chosen {
  const runs = new Map<string, ChosenRun>()
  for (const text of (query.get('runs') ?? '').split('_')) {
    const [id = '', part] = text.split('.')
    if (idPattern.test(id) && !runs.has(id)) runs.set(id, { id, part: parsePart(part) })
  }
  return {
    runs: [...runs.values()].slice(0, maxComparedRuns),
    baseline: query.get('base'),
    part: parsePart(query.get('part') ?? undefined) ?? wholeRun,
  }
}

/** The query string with another selection; other parameters are kept. */
export function writeChosen(query: URLSearchParams, { runs, baseline, part }: Chosen): URLSearchParams {
  const next = new URLSearchParams(query)
  const put = (name: string, value: string) => (value === '' ? next.delete(name) : next.set(name, value))
  put('runs', runs.map(run => (run.part === null ? run.id : `${run.id}.${partText(run.part)}`)).join('_'))
  put('base', baseline === null || baseline === runs[0]?.id ? '' : baseline)
  put('part', isWhole(part) ? '' : partText(part))
  return next
}
