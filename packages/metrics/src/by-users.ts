/** Response times and throughput against the number of users, a point per interval of a run; pure. */
import { hasRate, pointRate } from './statistics.ts'

/** As much of an interval as is needed; a RunSecond has it. */
export interface Interval {
  readonly lengthMs?: number | undefined
  readonly users: number
  readonly requests: number
  readonly transactions: number
  readonly avgMs: number | null
  readonly p95Ms: number | null
  readonly isSuspect: boolean
}

export interface UsersPoint {
  /** The most at a time within the interval. */
  readonly users: number
  /** Of the requests that ended in it. */
  readonly avgMs: number | null
  readonly p95Ms: number | null
  readonly requestsPerSecond: number
  readonly transactionsPerSecond: number
}

/** A point per interval, by users ascending. Without suspect intervals, those too short to have a rate (the end of a run), and those in which no user was at work. */
export function pointsByUsers(intervals: readonly Interval[], secondsPerPoint: number): UsersPoint[] {
  const widthMs = secondsPerPoint * 1_000
  return intervals
    .filter(({ isSuspect, lengthMs, users }) => !isSuspect && users > 0 && hasRate(lengthMs, widthMs))
    .map(({ users, avgMs, p95Ms, requests, transactions, lengthMs }) => ({
      users,
      avgMs,
      p95Ms,
      requestsPerSecond: pointRate(requests, lengthMs, widthMs) ?? 0,
      transactionsPerSecond: pointRate(transactions, lengthMs, widthMs) ?? 0,
    }))
    .sort((a, b) => a.users - b.users)
}
