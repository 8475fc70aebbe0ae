/** Adds up the batches of load workers as the server does. */
import type { Batch } from '@pone/contract/link/batch.ts'
import type { RunPlan } from '@pone/contract/link/plan.ts'
import { Counters } from '@pone/metrics/counters.ts'
import type { Percentiles } from '../peers/peer.ts'

/** Sums over all batches of one run. */
export interface RunTotals {
  /** Requests put on the wire. */
  readonly sent: number
  /** Of those, how many have a counted outcome or are reported as lost. */
  readonly reported: number
  readonly passed: number
  readonly failed: number
  readonly lateStarts: number
  readonly droppedStarts: number
  /** Failures by code. */
  readonly errors: Readonly<Record<string, number>>
  readonly counters: Counters
}

/**
 * Totals of the batches of one or several workers that ran the plan; other counters than those of requests are left
 * out.
 */
export function totalsOf({ labels }: RunPlan, workers: readonly (readonly Batch[])[]): RunTotals {
  const counters = new Counters()
  const errors: Record<string, number> = {}
  const batches = workers.flat()
  for (const batch of batches) {
    for (const one of batch.labels) {
      if (labels[one.label]?.kind === 'request') counters.merge(Counters.fromWire(one))
    }
    for (const { code, count } of batch.errors) errors[code] = (errors[code] ?? 0) + count
  }
  const last = workers.flatMap(worker => worker.at(-1) ?? [])
  const sum = (pick: (batch: Batch) => number, of: readonly Batch[]) =>
    of.reduce((all, batch) => all + pick(batch), 0)
  return {
    sent: sum(batch => batch.sent, last),
    reported: sum(batch => batch.completed + (batch.end?.lost ?? 0), last),
    passed: counters.passed,
    failed: counters.failed,
    lateStarts: sum(batch => batch.lateStarts, batches),
    droppedStarts: sum(batch => batch.droppedStarts, batches),
    errors,
    counters,
  }
}

/** Response times of a run, ms. */
export function percentilesOf({ counters }: RunTotals): Percentiles {
  const { histogram, minUs, maxUs } = counters
  const [p50 = 0, p95 = 0, p99 = 0] = histogram
    .valuesAtPercentiles([50, 95, 99], minUs, maxUs)
    .map(us => us / 1_000)
  return { p50, p95, p99 }
}
