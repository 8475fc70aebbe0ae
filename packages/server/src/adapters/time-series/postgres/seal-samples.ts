/** Rows of an hour → blocks and summaries, for the streams of one step of the sealing. Pure; executed in a thread. */
import { decodeBlock, encodeBlock, mergeSamples, type Samples } from '../codec/block.ts'
import { decodeSummaries, encodeSummaries, type Summary, summarize } from '../codec/rollup.ts'

const minuteMs = 60_000
const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Of a row within `rows`: its slot, ms after the begin of the hour. */
const slotBytes = 4
const valueBytes = 8

export interface SealingRows {
  /** Numbers of the series whose values are in each row. */
  readonly series: readonly number[]
  readonly cadenceMs: number
  /** Rows in ascending order: slot as 4 bytes, highest first, then a float64 for each series, lowest byte first. */
  readonly rows: Uint8Array
}

export interface SealingInput {
  readonly hour: number
  readonly groups: readonly SealingRows[]
  readonly counters: ReadonlySet<number>
  /** By series: blocks of this hour that were stored before, and the summaries of hours of this day. */
  readonly blocks: ReadonlyMap<number, Uint8Array>
  readonly days: ReadonlyMap<number, Uint8Array>
}

/** What is stored for a series. */
export interface SealedSeries {
  readonly series: number
  readonly samples: number
  readonly block: Uint8Array
  readonly minutes: Uint8Array
  readonly day: Uint8Array
}

/** Sealing the same rows twice gives the same. Series without any known value are left out. */
export function sealSamples({ hour, groups, counters, blocks, days }: SealingInput): SealedSeries[] {
  const bySeries = new Map<number, Samples[]>()
  for (const group of groups) {
    for (const [position, series] of group.series.entries()) {
      const samples = samplesOf(group, position)
      if (samples.slots.length === 0) continue
      const parts = bySeries.get(series)
      if (parts === undefined) bySeries.set(series, [samples])
      else parts.push(samples)
    }
  }
  const sealed: SealedSeries[] = []
  const startMs = hour * hourMs
  const dayStartMs = Math.floor(startMs / dayMs) * dayMs
  for (const [series, parts] of bySeries) {
    const stored = blocks.get(series)
    const known = stored === undefined ? parts : [decodeBlock(stored), ...parts]
    const samples = known.reduce(mergeSamples)
    const isCounter = counters.has(series)
    const [summary] = summarize(samples, startMs, hourMs)
    if (summary === undefined) continue
    const day = days.get(series)
    const others = day === undefined ? [] : decodeSummaries(day, dayStartMs)
    sealed.push({
      series,
      samples: samples.slots.length,
      block: encodeBlock(samples),
      minutes: encodeSummaries(summarize(samples, startMs, minuteMs), startMs, isCounter),
      day: encodeSummaries(withHour(others, summary), dayStartMs, isCounter),
    })
  }
  return sealed
}

/** The summaries of a day with that of one hour replaced or added. */
function withHour(others: readonly Summary[], summary: Summary): Summary[] {
  const hour = Math.floor(summary.firstAt / hourMs)
  const rest = others.filter(other => Math.floor(other.firstAt / hourMs) !== hour)
  return [...rest, summary].sort((one, other) => one.firstAt - other.firstAt)
}

function samplesOf({ series, cadenceMs, rows }: SealingRows, position: number): Samples {
  const rowBytes = slotBytes + series.length * valueBytes
  const total = Math.floor(rows.byteLength / rowBytes)
  const view = new DataView(rows.buffer, rows.byteOffset, rows.byteLength)
  const slots = new Float64Array(total)
  const values = new Float64Array(total)
  let length = 0
  for (let row = 0; row < total; row += 1) {
    const value = view.getFloat64(row * rowBytes + slotBytes + position * valueBytes, true)
    if (Number.isNaN(value)) continue
    slots[length] = view.getInt32(row * rowBytes)
    values[length] = value
    length += 1
  }
  return {
    slots: slots.subarray(0, length),
    cadences: new Float64Array(length).fill(cadenceMs),
    values: values.subarray(0, length),
  }
}
