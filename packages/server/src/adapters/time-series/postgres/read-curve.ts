/** Stored bytes of one series → its curve. Pure; executed in a thread when there is much to decode. */
import { decodeBlock, mergeSamples, type Samples } from '../codec/block.ts'
import { type ExportedLine, samplesOfLines } from '../codec/export-lines.ts'
import { decodeSummaries, type Summary, summarize, summaryOf } from '../codec/rollup.ts'
import { type CurveColumns, type Grid, reduce } from '../reduce.ts'
import type { SeriesQuery } from '../time-series.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** A row of an hour that is not sealed: slot and cadence, highest byte first, and the value as it was written. */
export const hotRowBytes = 16

/** What is stored of a series in a stretch of time; the stretches do not overlap, except blocks and rows of one hour. */
export interface StoredParts {
  /** Rows of hours that are not sealed, by hour; an hour may have two tables. */
  readonly hot: readonly { readonly hour: number; readonly bytes: Uint8Array }[]
  readonly blocks: readonly { readonly hour: number; readonly bytes: Uint8Array }[]
  readonly minutes: readonly { readonly hour: number; readonly bytes: Uint8Array }[]
  /** Summaries of hours; of `hours` only those in the list, as others are in the parts above. */
  readonly days: readonly { readonly day: number; readonly bytes: Uint8Array }[]
  readonly hours: ReadonlySet<number>
  /** What is outside the database. */
  readonly lines: readonly LinePart[]
  readonly summaries: readonly Summary[]
}

/** Exported samples, of which the curve needs summaries. */
export interface LinePart extends ExportedLine {
  /** Width of the summaries, ms; 1: the samples themselves. */
  readonly widthMs: number
  /** Only these hours count; null: all. */
  readonly hours: ReadonlySet<number> | null
}

export interface CurveTask {
  readonly parts: StoredParts
  readonly isCounter: boolean
  readonly grid: Grid
  readonly how: Pick<SeriesQuery, 'fn' | 'aggregate'>
}

export function readCurve({ parts, isCounter, grid, how }: CurveTask): CurveColumns {
  const summaries = [
    ...samplesOf(parts),
    ...parts.minutes.flatMap(({ hour, bytes }) => decodeSummaries(bytes, hour * hourMs)),
    ...parts.days.flatMap(({ day, bytes }) =>
      decodeSummaries(bytes, day * dayMs).filter(each => parts.hours.has(Math.floor(each.firstAt / hourMs))),
    ),
    ...summariesOfLines(parts.lines),
    ...parts.summaries,
  ]
  summaries.sort((one, other) => one.firstAt - other.firstAt)
  return reduce(summaries, grid, how, isCounter)
}

function summariesOfLines(lines: readonly LinePart[]): Summary[] {
  const summaries: Summary[] = []
  for (const [widthMs, group] of Map.groupBy(lines, line => line.widthMs)) {
    const hours = group[0]?.hours ?? null
    for (const summary of summarize(samplesOfLines(group), 0, widthMs))
      if (hours?.has(Math.floor(summary.firstAt / hourMs)) !== false) summaries.push(summary)
  }
  return summaries
}

function samplesOf({ hot, blocks }: StoredParts): Summary[] {
  const byHour = new Map<number, Samples>()
  const add = (hour: number, samples: Samples): void => {
    const known = byHour.get(hour)
    byHour.set(hour, known === undefined ? samples : mergeSamples(known, samples))
  }
  for (const { hour, bytes } of blocks) add(hour, decodeBlock(bytes))
  for (const { hour, bytes } of hot) add(hour, hotSamples(bytes))
  const summaries: Summary[] = []
  for (const [hour, { slots, values, cadences }] of byHour) {
    for (let index = 0; index < slots.length; index += 1)
      summaries.push(summaryOf(hour * hourMs + (slots[index] ?? 0), values[index] ?? 0, cadences[index] ?? 0))
  }
  return summaries
}

function hotSamples(bytes: Uint8Array): Samples {
  const total = Math.floor(bytes.byteLength / hotRowBytes)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const slots = new Float64Array(total)
  const cadences = new Float64Array(total)
  const values = new Float64Array(total)
  let length = 0
  for (let row = 0; row < total; row += 1) {
    const value = view.getFloat64(row * hotRowBytes + 8, true)
    if (Number.isNaN(value)) continue
    slots[length] = view.getInt32(row * hotRowBytes)
    cadences[length] = view.getInt32(row * hotRowBytes + 4)
    values[length] = value
    length += 1
  }
  return {
    slots: slots.subarray(0, length),
    cadences: cadences.subarray(0, length),
    values: values.subarray(0, length),
  }
}
