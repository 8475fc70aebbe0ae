/** How a counter differs between two sessions of a monitoring link; pure. */
import type { ComparedCounter } from './flow-report.ts'

/** Compared − baseline, in the unit of the counter; null where one of them is not known. */
export function differenceOf({ base, other }: ComparedCounter, key: 'mean' | 'p95'): number | null {
  const [before, after] = [base?.[key] ?? null, other?.[key] ?? null]
  return before === null || after === null ? null : Number((after - before).toPrecision(6))
}

/** Difference of the means in % of that of the baseline; null where that is 0 or not known. */
export function differencePercentOf(row: ComparedCounter): number | null {
  const difference = differenceOf(row, 'mean')
  const base = row.base?.mean ?? 0
  return difference === null || base === 0 ? null : (difference / Math.abs(base)) * 100
}
