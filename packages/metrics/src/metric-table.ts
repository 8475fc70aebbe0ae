/** Columns of tables of metrics, and their cells; the same on pages, in exported reports and in CSV. */
import { formatBytes, formatMs, formatNumber, formatPercent, noValue } from './figures.ts'
import { hitPercent, type MetricUnit } from './metric-curves.ts'
import type { MetricFigures, MetricKind } from './metric-sums.ts'

export type MetricColumn =
  | 'sum'
  | 'perSecond'
  | 'percent'
  | 'hits'
  | 'count'
  | 'countPerSecond'
  | 'min'
  | 'avg'
  | 'p50'
  | 'p90'
  | 'p95'
  | 'p99'
  | 'max'
  | 'last'

/** What is shown of a metric, by its kind. */
export const metricColumns: Readonly<Record<MetricKind, readonly MetricColumn[]>> = {
  counter: ['sum', 'perSecond'],
  rate: ['percent', 'hits', 'count'],
  trend: ['count', 'countPerSecond', 'min', 'avg', 'p50', 'p90', 'p95', 'p99', 'max'],
  gauge: ['last', 'min', 'max'],
}

/** Kinds in the order of their tables. */
export const metricKindOrder: readonly MetricKind[] = ['counter', 'trend', 'rate', 'gauge']

/** A row of a table; the contract's MetricRow. */
export interface MetricTableRow {
  /** Of a counter its sum, of other kinds the number of values, per second. */
  readonly perSecond: number
  readonly figures: MetricFigures
}

/** Columns in the unit of the metric; the others are numbers of values, or percent. */
const unitless: readonly MetricColumn[] = ['percent', 'hits', 'count', 'countPerSecond']

/** The number in a column, `µs` as ms; null where the metric has none. */
export function metricNumber(
  { perSecond, figures }: MetricTableRow,
  column: MetricColumn,
  unit: MetricUnit,
): number | null {
  if (column === 'countPerSecond') return perSecond
  if (column === 'percent') return figures.kind === 'rate' ? hitPercent(figures) : null
  const value =
    column === 'perSecond' ? perSecond : (figures as Partial<Record<MetricColumn, number>>)[column]
  if (value === undefined) return null
  return unit === 'µs' && !unitless.includes(column) ? value / 1_000 : value
}

/** Whether a column holds a value with the metric's unit. */
export const hasMetricUnit = (column: MetricColumn): boolean => !unitless.includes(column)

/** The same as people read it. */
export function metricCell(row: MetricTableRow, column: MetricColumn, unit: MetricUnit): string {
  const value = metricNumber(row, column, unit)
  if (value === null) return noValue
  if (column === 'percent') return formatPercent(value)
  if (!hasMetricUnit(column)) return formatNumber(value)
  if (unit === 'µs') return formatMs(value)
  return unit === 'bytes' ? formatBytes(value) : formatNumber(value)
}
