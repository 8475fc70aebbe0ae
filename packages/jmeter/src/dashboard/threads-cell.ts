/** Response times of labels while a number of threads was active. */
import type { MergeableCell } from './buckets.ts'

/** Sums of one label. */
export interface ThreadSums {
  count: number
  threads: number
  elapsedMs: number
}

export class ThreadsCell implements MergeableCell<ThreadsCell> {
  /** By the label's index. */
  readonly labels: (ThreadSums | undefined)[] = []

  add(label: number, threads: number, elapsedMs: number): void {
    const sums = (this.labels[label] ??= { count: 0, threads: 0, elapsedMs: 0 })
    sums.count++
    sums.threads += threads
    sums.elapsedMs += elapsedMs
  }

  merge(other: ThreadsCell): void {
    for (const [label, sums] of other.labels.entries()) {
      if (sums === undefined) continue
      const own = (this.labels[label] ??= { count: 0, threads: 0, elapsedMs: 0 })
      own.count += sums.count
      own.threads += sums.threads
      own.elapsedMs += sums.elapsedMs
    }
  }
}
