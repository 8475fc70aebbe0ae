/** Metrics of protocols in a run's result and in its summary on the terminal. */
import type { MetricRow } from '@pone/contract/entities/run-metrics.ts'
import { formatNumber } from '@pone/metrics/figures.ts'
import type { MetricUnit } from '@pone/metrics/metric-curves.ts'
import type { MetricKind } from '@pone/metrics/metric-sums.ts'
import { metricColumns, metricNumber } from '@pone/metrics/metric-table.ts'
import { metricText } from '@pone/protocols/definitions.ts'
import type { Paint } from './terminal.ts'

/** A metric of one label, or of all of them; figures as its kind has them: sum, perSecond, count, avg, p95, last … */
export interface MetricResult {
  readonly metric: string
  readonly kind: MetricKind
  /** Unit of its values. */
  readonly unit: 'ms' | Exclude<MetricUnit, 'µs'>
  /** null: all labels together. */
  readonly label: string | null
  readonly figures: Readonly<Record<string, number | null>>
}

export const metricResults = (rows: readonly MetricRow[]): MetricResult[] =>
  rows.map(row => {
    const { key, label, figures } = row
    const { unit } = metricText(key)
    const columns = metricColumns[figures.kind]
    return {
      metric: key,
      kind: figures.kind,
      unit: unit === 'µs' ? 'ms' : unit,
      label: label?.name ?? null,
      figures: Object.fromEntries(columns.map(column => [column, metricNumber(row, column, unit)])),
    }
  })

/** A line per metric, all labels together. */
export function metricLines(metrics: readonly MetricResult[], paint: Paint): string[] {
  const totals = metrics.filter(({ label }) => label === null)
  if (totals.length === 0) return []
  const titles = totals.map(({ metric }) => metricText(metric).title.en)
  const width = Math.max(...titles.map(title => title.length))
  return [
    '',
    paint.bold('Metrics'),
    ...totals.map(({ figures, unit }, at) => {
      const shown = Object.entries(figures).map(
        ([name, value]) => `${names[name] ?? name} ${formatNumber(value)}`,
      )
      const inUnit = unit === 'ms' || unit === 'bytes' ? `  (${unit})` : ''
      return `${(titles[at] ?? '').padEnd(width)}  ${shown.join('  ')}${inUnit}`
    }),
  ]
}

const names: Readonly<Record<string, string>> = {
  sum: 'total',
  perSecond: '/s',
  percent: '%',
  count: 'count',
  countPerSecond: '/s',
  p50: 'P50',
  p90: 'P90',
  p95: 'P95',
  p99: 'P99',
}
