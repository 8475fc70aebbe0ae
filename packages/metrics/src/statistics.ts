/** Turns counters into the figures that people read: live, in reports and for SLA rules, always by this one estimator. */
import type { Counters } from './counters.ts'

/** Figures over some window; the contract's Statistics. Times in ms, rates per second, percentages 0 to 100. */
export interface CounterStatistics {
  count: number
  passed: number
  failed: number
  successPercent: number
  errorPercent: number
  minMs: number
  avgMs: number
  maxMs: number
  p50Ms: number
  p90Ms: number
  p95Ms: number
  p99Ms: number
  p999Ms: number
  standardDeviationMs: number
  perSecond: number
  sentBytesPerSecond: number
  receivedBytesPerSecond: number
}

/** Figures of a window in which nothing happened: all 0. */
export const emptyStatistics: Readonly<CounterStatistics> = {
  count: 0,
  passed: 0,
  failed: 0,
  successPercent: 0,
  errorPercent: 0,
  minMs: 0,
  avgMs: 0,
  maxMs: 0,
  p50Ms: 0,
  p90Ms: 0,
  p95Ms: 0,
  p99Ms: 0,
  p999Ms: 0,
  standardDeviationMs: 0,
  perSecond: 0,
  sentBytesPerSecond: 0,
  receivedBytesPerSecond: 0,
}

const percentiles = [50, 90, 95, 99, 99.9]

/** A rate over a part of that many ms; 0 for a part without length. */
export const ratePerSecond = (count: number, windowMs: number): number =>
  windowMs > 0 ? (count * 1_000) / windowMs : 0

/** A point of a time axis that is shorter, as the last one of a run may be, has no rate: a few requests would make any. */
const shortestRateMs = 500

/** Whether a point is long enough to have a rate; it is `widthMs` wide where its own length is not known. */
export const hasRate = (lengthMs: number | undefined, widthMs: number): boolean =>
  (lengthMs ?? widthMs) >= Math.min(shortestRateMs, widthMs)

/** The rate of a point; null for one that is too short to have one. */
export const pointRate = (count: number, lengthMs: number | undefined, widthMs: number): number | null =>
  hasRate(lengthMs, widthMs) ? ratePerSecond(count, lengthMs ?? widthMs) : null

/** Figures of the counters over a window of that many ms; rates are 0 for a window without length. */
export function statisticsOf(counters: Counters, windowMs: number): CounterStatistics {
  const { count, passed, failed } = counters
  if (count === 0) return { ...emptyStatistics }
  const [p50 = 0, p90 = 0, p95 = 0, p99 = 0, p999 = 0] = counters.histogram.valuesAtPercentiles(
    percentiles,
    counters.minUs,
    counters.maxUs,
  )
  const averageUs = counters.sumUs / count
  const varianceUs2 = Math.max(0, counters.sumSquaresUs2 / count - averageUs * averageUs)
  return {
    count,
    passed,
    failed,
    successPercent: (passed / count) * 100,
    errorPercent: (failed / count) * 100,
    minMs: counters.minUs / 1_000,
    avgMs: averageUs / 1_000,
    maxMs: counters.maxUs / 1_000,
    p50Ms: p50 / 1_000,
    p90Ms: p90 / 1_000,
    p95Ms: p95 / 1_000,
    p99Ms: p99 / 1_000,
    p999Ms: p999 / 1_000,
    standardDeviationMs: Math.sqrt(varianceUs2) / 1_000,
    perSecond: ratePerSecond(count, windowMs),
    sentBytesPerSecond: ratePerSecond(counters.sentBytes, windowMs),
    receivedBytesPerSecond: ratePerSecond(counters.receivedBytes, windowMs),
  }
}
