/** Positions of requests on the common time axis of an execution; pure. */
import type { Exchange } from '@pone/contract/entities/run.ts'

/** In ms; the length is at least 1. */
export interface TimeAxis {
  readonly startAt: number
  readonly lengthMs: number
}

type Span = Pick<Exchange, 'at' | 'durationMs'>

/** From the first start to the last end. */
export function timeAxis(spans: readonly Span[]): TimeAxis {
  const startAt = spans.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY)
  const endAt = spans.reduce((most, { at, durationMs }) => Math.max(most, at + durationMs), startAt)
  return spans.length > 0 ? { startAt, lengthMs: Math.max(1, endAt - startAt) } : { startAt: 0, lengthMs: 1 }
}

/** Shorter lengths count as 1 µs, so that percentages of them can be computed. */
const minDurationMs = 0.001

/** Percentages: start and length on the axis, and the part of the length until the first byte. */
export function waterfallOf(
  { at, durationMs }: Span,
  phases: Readonly<Record<string, number | null>>,
  { startAt, lengthMs }: TimeAxis,
) {
  return {
    leftPercent: ((at - startAt) / lengthMs) * 100,
    widthPercent: (durationMs / lengthMs) * 100,
    waitedPercent: shareOf(phases['firstByte'] ?? 0, durationMs),
  }
}

/** The percentage of `wholeMs` that `partMs` is, 100 at most. */
export const shareOf = (partMs: number, wholeMs: number): number =>
  Math.min(100, (partMs / Math.max(minDurationMs, wholeMs)) * 100)
