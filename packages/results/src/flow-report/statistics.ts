/** Statistics of the values of a counter over a session. Pure. */
import type { FlowStatistics } from '@pone/contract/entities/flow-report.ts'

const rounded = (value: number): number => Number(value.toPrecision(6))

/** Figures of six digits. The 95th percentile is that of the nearest rank: the value at place ⌈0.95 n⌉ in ascending order. */
export function statisticsOf(values: readonly number[], basisMs: number): FlowStatistics {
  const sorted = Float64Array.from(values).toSorted()
  const n = sorted.length
  if (n === 0) return { n, min: null, mean: null, max: null, p95: null, basisMs }
  const at = (index: number): number => rounded(sorted[index] ?? Number.NaN)
  const mean = sorted.reduce((sum, value) => sum + value / n, 0)
  return {
    n,
    min: at(0),
    mean: rounded(mean),
    max: at(n - 1),
    p95: at(Math.ceil((95 * n) / 100) - 1),
    basisMs,
  }
}
