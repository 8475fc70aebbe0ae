/** Counts within one interval of time, for all charts over time. */
import { Histogram } from '@pone/metrics/histogram.ts'
import type { JtlRow } from '../jtl/row.ts'
import type { MergeableCell } from './buckets.ts'

/** Samples and a sum, for averages. */
export interface Mean {
  count: number
  sum: number
}

/** Sums of one label within the interval. */
export class LabelInterval {
  passed = 0
  failed = 0
  elapsedMs = 0
  latencyMs = 0
  connectMs = 0

  get count(): number {
    return this.passed + this.failed
  }

  merge(other: LabelInterval): void {
    this.passed += other.passed
    this.failed += other.failed
    this.elapsedMs += other.elapsedMs
    this.latencyMs += other.latencyMs
    this.connectMs += other.connectMs
  }
}

export class Interval implements MergeableCell<Interval> {
  /** By the label's index. */
  readonly labels: (LabelInterval | undefined)[] = []
  /** Active threads by group. */
  readonly threads = new Map<string, Mean>()
  readonly codes = new Map<string, number>()
  receivedBytes = 0
  sentBytes = 0
  /** Requests that began within it. */
  hits = 0
  /** Requests that ended within it. */
  requests = 0
  /** Of successful requests, ms; null without any. */
  passedTimes: Histogram | null = null
  minMs = Number.POSITIVE_INFINITY
  maxMs = 0

  /** Counts a row that ended in the interval, of that label and group of threads; `code` is null for transactions. */
  add(row: JtlRow, label: number, group: string, code: string | null): void {
    const sums = (this.labels[label] ??= new LabelInterval())
    if (row.isSuccess) sums.passed++
    else sums.failed++
    sums.elapsedMs += row.elapsedMs
    sums.latencyMs += row.latencyMs
    sums.connectMs += row.connectMs
    const threads = this.threads.get(group)
    if (threads === undefined) this.threads.set(group, { count: 1, sum: row.groupThreads })
    else {
      threads.count++
      threads.sum += row.groupThreads
    }
    if (code === null) return
    this.requests++
    this.codes.set(code, (this.codes.get(code) ?? 0) + 1)
    this.receivedBytes += row.receivedBytes
    this.sentBytes += row.sentBytes
    if (!row.isSuccess) return
    this.passedTimes ??= new Histogram()
    this.passedTimes.record(row.elapsedMs)
    if (row.elapsedMs < this.minMs) this.minMs = row.elapsedMs
    if (row.elapsedMs > this.maxMs) this.maxMs = row.elapsedMs
  }

  merge(other: Interval): void {
    for (const [label, sums] of other.labels.entries())
      if (sums !== undefined) (this.labels[label] ??= new LabelInterval()).merge(sums)
    for (const [group, { count, sum }] of other.threads) {
      const threads = this.threads.get(group) ?? { count: 0, sum: 0 }
      this.threads.set(group, { count: threads.count + count, sum: threads.sum + sum })
    }
    for (const [code, count] of other.codes) this.codes.set(code, (this.codes.get(code) ?? 0) + count)
    this.receivedBytes += other.receivedBytes
    this.sentBytes += other.sentBytes
    this.hits += other.hits
    this.requests += other.requests
    if (other.passedTimes !== null) {
      this.passedTimes ??= new Histogram()
      this.passedTimes.merge(other.passedTimes)
    }
    this.minMs = Math.min(this.minMs, other.minMs)
    this.maxMs = Math.max(this.maxMs, other.maxMs)
  }
}
