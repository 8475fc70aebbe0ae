/** Figures of a comparison as text: values, differences and percentages with sign and unit; pure. */
import type { Change, ComparisonMetric } from '@pone/contract/entities/comparison.ts'
import { formatMs, formatNumber, noValue } from '@pone/metrics/figures.ts'
import type { Translate } from '../../lib/i18n.ts'
import { formatValue } from '../../ui/chart/chart-plot.ts'
import type { ChartUnit } from '../../ui/chart/time-series.ts'

const metricUnits: Readonly<Record<ComparisonMetric, ChartUnit>> = {
  avgMs: 'ms',
  p50Ms: 'ms',
  p90Ms: 'ms',
  p95Ms: 'ms',
  p99Ms: 'ms',
  p999Ms: 'ms',
  minMs: 'ms',
  maxMs: 'ms',
  standardDeviationMs: 'ms',
  perSecond: 'perSecond',
  errorPercent: 'percent',
  count: 'count',
  sentBytesPerSecond: 'bytesPerSecond',
  receivedBytesPerSecond: 'bytesPerSecond',
}

/** A value with its unit. */
export const metricValue = (metric: ComparisonMetric, value: number): string =>
  formatValue(value, metricUnits[metric])

const signed = (value: number, text: string): string =>
  value > 0 ? `+${text}` : value < 0 ? `\u2212${text}` : text

/** A difference of the metric with sign and unit; for percentages in percentage points. */
export function metricDelta(metric: ComparisonMetric, delta: number, t: Translate): string {
  const size = Math.abs(delta)
  if (metric === 'errorPercent') {
    // A difference above 0 is shown as at least 0.01, never rounded to 0.
    const points = size === 0 ? '0' : formatNumber(Math.max(0.01, Number(size.toFixed(2))))
    return t('comparison.points', { points: signed(delta, points) })
  }
  return signed(delta, metricUnits[metric] === 'ms' ? formatMs(size) : metricValue(metric, size))
}

/** The smallest change that could have been shown, without a sign: a percentage, or the unit of the metric; null where it is not known. */
export function smallestText(
  metric: ComparisonMetric,
  { smallestDelta, smallestPercent }: Pick<Change, 'smallestDelta' | 'smallestPercent'>,
  t: Translate,
): string | null {
  if (smallestDelta === null) return null
  if (smallestPercent !== null && metric !== 'errorPercent')
    return percentDelta({ deltaPercent: smallestPercent }).replace('+', '')
  return metricDelta(metric, smallestDelta, t).replace('+', '')
}

/** `+18.3 %`; a change from 0 has no percentage. */
export function percentDelta({ deltaPercent }: Pick<Change, 'deltaPercent'>): string {
  if (deltaPercent === null) return noValue
  const size = Math.abs(deltaPercent)
  if (size < 0.05) return '0 %'
  return `${signed(deltaPercent, size >= 99.95 ? formatNumber(Math.round(size)) : size.toFixed(1))} %`
}
