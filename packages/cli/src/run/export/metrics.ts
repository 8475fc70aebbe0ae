/** The figures of a running run, as metrics for monitoring systems. */
import type { LocalRun } from '../local-run.ts'

export const quantiles = [0.5, 0.9, 0.95, 0.99, 0.999] as const

/** Times in ms. */
export interface LabelMetrics {
  readonly label: string
  readonly kind: string
  readonly count: number
  readonly failed: number
  readonly sumMs: number
  /** In the order of `quantiles`. */
  readonly quantilesMs: readonly number[]
}

export interface RunMetrics {
  /** Epoch ms. */
  readonly at: number
  readonly startedAt: number
  readonly runId: string
  readonly name: string
  readonly host: string
  readonly users: number
  readonly iterations: number
  readonly sentBytes: number
  readonly receivedBytes: number
  readonly labels: readonly LabelMetrics[]
}

/** Everything since the start of the run. */
export function metricsOf({ live, record, totals }: LocalRun, at: number): RunMetrics {
  return {
    at,
    startedAt: record.startedAt ?? record.createdAt,
    runId: record.id,
    name: record.scenarioName,
    host: record.clusterName,
    users: record.endedAt === null ? (live.merge.axis.rows().at(-1)?.users ?? 0) : 0,
    iterations: totals.iterations,
    sentBytes: totals.sentBytes,
    receivedBytes: totals.receivedBytes,
    labels: live.merge.labelStatistics(live.windowMs()).map(({ label, ...each }) => ({
      label: label.name,
      kind: label.kind,
      count: each.count,
      failed: each.failed,
      sumMs: each.avgMs * each.count,
      quantilesMs: [each.p50Ms, each.p90Ms, each.p95Ms, each.p99Ms, each.p999Ms],
    })),
  }
}
