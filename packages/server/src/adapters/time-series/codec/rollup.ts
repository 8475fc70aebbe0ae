/** Summaries of the samples of one series over a minute or an hour, and their bytes. */

import type { Samples } from './block.ts'
import { ByteReader, ByteWriter } from './bytes.ts'
import { readColumn, writeColumn } from './column.ts'
import { pack, unpack } from './packed.ts'

/** Neighbouring samples that are further apart than this many cadences have a gap between them. */
export const gapCadences = 1.5

/** Samples of one series that follow each other; one sample is a summary too. Instants are epoch ms. */
export interface Summary {
  n: number
  firstAt: number
  lastAt: number
  first: number
  last: number
  min: number
  max: number
  sum: number
  /** Of a counter: what it grew by between the samples of the summary, ms and gaps left out. */
  increase: number
  /** Time over which the increase is known, ms. */
  coveredMs: number
  cadenceMs: number
}

export const summaryOf = (at: number, value: number, cadenceMs: number): Summary => ({
  n: 1,
  firstAt: at,
  lastAt: at,
  first: value,
  last: value,
  min: value,
  max: value,
  sum: value,
  increase: 0,
  coveredMs: 0,
  cadenceMs,
})

/** Whether no slot is missing between two neighbours. */
export const areAdjacent = (before: Summary, after: Summary): boolean =>
  after.firstAt - before.lastAt <= gapCadences * Math.max(before.cadenceMs, after.cadenceMs)

/** Adds what follows. */
export function append(summary: Summary, next: Summary): void {
  if (areAdjacent(summary, next) && next.first >= summary.last) {
    summary.increase += next.first - summary.last
    summary.coveredMs += next.firstAt - summary.lastAt
  }
  summary.increase += next.increase
  summary.coveredMs += next.coveredMs
  summary.n += next.n
  summary.lastAt = next.lastAt
  summary.last = next.last
  summary.min = Math.min(summary.min, next.min)
  summary.max = Math.max(summary.max, next.max)
  summary.sum += next.sum
  summary.cadenceMs = next.cadenceMs
}

/** Summaries of the samples of an hour, one for each stretch of `widthMs` that has samples. */
export function summarize(samples: Samples, hourMs: number, widthMs: number): Summary[] {
  const summaries: Summary[] = []
  let current: Summary | undefined
  let end = Number.NEGATIVE_INFINITY
  for (let index = 0; index < samples.slots.length; index += 1) {
    const slot = samples.slots[index] ?? 0
    const one = summaryOf(hourMs + slot, samples.values[index] ?? 0, samples.cadences[index] ?? 0)
    if (current === undefined || slot >= end) {
      current = one
      end = (Math.floor(slot / widthMs) + 1) * widthMs
      summaries.push(one)
    } else append(current, one)
  }
  return summaries
}

const writer = new ByteWriter()
const counterFlag = 1
/** Each summary is a single sample, which most of the columns would repeat. */
const singleFlag = 2
/** A counter was restarted within a summary, so that its extremes are not its first and last value. */
const restartFlag = 4

/** Bytes of the summaries of one series in one hour. Of counters the sums of raw values are left out, which mean nothing. */
export function encodeSummaries(
  summaries: readonly Summary[],
  hourMs: number,
  isCounter: boolean,
): Uint8Array {
  const column = (pick: (summary: Summary, index: number) => number): void =>
    writeColumn(writer, Float64Array.from(summaries, pick))
  const isSingle = summaries.every(summary => summary.n === 1)
  const hasRestart = isCounter && summaries.some(({ min, max, first, last }) => min !== first || max !== last)
  writer.clear()
  writer.byte((isCounter ? counterFlag : 0) + (isSingle ? singleFlag : 0) + (hasRestart ? restartFlag : 0))
  writer.unsigned(summaries.length)
  column(summary => summary.firstAt - hourMs)
  column(summary => summary.cadenceMs)
  column(summary => summary.last)
  if (!isSingle) {
    column(summary => summary.n)
    column(summary => summary.lastAt - summary.firstAt)
    if (isCounter) {
      column(summary => summary.first)
      column(summary => summary.increase)
      column(summary => summary.coveredMs)
      if (hasRestart) {
        column(summary => summary.min)
        column(summary => summary.max)
      }
    } else {
      column(summary => summary.min)
      column(summary => summary.max)
      column(summary => summary.sum)
    }
  }
  return pack(writer.written)
}

/** Of counters the sum is estimated from the first and last value; of gauges first, increase and covered time are not known. */
export function decodeSummaries(packed: Uint8Array, hourMs: number): Summary[] {
  const reader = new ByteReader(unpack(packed))
  const flags = reader.byte()
  const length = reader.unsigned()
  const column = (): Float64Array => readColumn(reader, length)
  const firstAt = column()
  const cadence = column()
  const last = column()
  const singles = Array.from(last, (value, index) =>
    summaryOf(hourMs + (firstAt[index] ?? 0), value, cadence[index] ?? 0),
  )
  if ((flags & singleFlag) !== 0) return singles
  const [n, span, one, two, three] = [column(), column(), column(), column(), column()]
  const extremes = (flags & restartFlag) === 0 ? null : { min: column(), max: column() }
  return singles.map((summary, index) => {
    const at = (of: Float64Array): number => of[index] ?? 0
    summary.n = at(n)
    summary.lastAt = summary.firstAt + at(span)
    if ((flags & counterFlag) !== 0) {
      summary.first = at(one)
      summary.increase = at(two)
      summary.coveredMs = at(three)
      summary.min = extremes === null ? summary.first : at(extremes.min)
      summary.max = extremes === null ? summary.last : at(extremes.max)
      summary.sum = ((summary.first + summary.last) / 2) * summary.n
    } else {
      summary.min = at(one)
      summary.max = at(two)
      summary.sum = at(three)
    }
    return summary
  })
}
