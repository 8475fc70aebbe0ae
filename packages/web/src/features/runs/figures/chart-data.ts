/** The charts of a run and their series; pure. */
import type { RunSecond, UsersBasis } from '@pone/contract/entities/run.ts'
import { hasRate, pointRate } from '@pone/metrics/statistics.ts'
import type { Translate } from '../../../lib/i18n.ts'
import type { ChartSeries, ChartUnit } from '../../../ui/chart/time-series.ts'

export interface ChartSource {
  readonly seconds: readonly RunSecond[]
  readonly secondsPerPoint: number
  readonly usersBasis: UsersBasis
  /** The load is arrivals per second, not users. */
  readonly isArrivals: boolean
  /** The engine counts its open connections. */
  readonly hasConnections: boolean
}

export interface RunChart {
  readonly title: string
  readonly unit: ChartUnit
  readonly series: readonly ChartSeries[]
}

type Value = (point: RunSecond) => number

/** Functions that make a series of the points. A point that is too short has no rate. */
function seriesOf({ seconds, secondsPerPoint }: ChartSource) {
  const pointMs = secondsPerPoint * 1_000
  const series = (
    color: ChartSeries['color'],
    label: string,
    value: (point: RunSecond) => number | null,
  ): ChartSeries => ({ key: color, color, label, values: seconds.map(value) })
  return {
    /** The measured values. */
    plain: series,
    /** Per second. */
    rate: (color: ChartSeries['color'], label: string, value: Value) =>
      series(color, label, point => pointRate(value(point), point.lengthMs, pointMs)),
    /** Omits a last point that is shorter than the others, whose average target is lower although the load was not changed. */
    lasting: (color: ChartSeries['color'], label: string, value: Value) =>
      series(color, label, point => (hasRate(point.lengthMs, pointMs) ? value(point) : null)),
  }
}

export function runCharts(source: ChartSource, t: Translate): RunChart[] {
  const { plain, rate, lasting } = seriesOf(source)
  const target = t(source.isArrivals ? 'run.series.targetRate' : 'run.series.target')
  const users = t(source.usersBasis === 'maximum' ? 'run.series.users' : 'run.series.usersSampled')
  const charts: RunChart[] = [
    {
      title: t('run.chart.users'),
      unit: 'count',
      series: [
        lasting('target', target, point => point.targetUsers),
        plain('users', users, point => point.users),
      ],
    },
    {
      title: t('run.chart.rate'),
      unit: 'perSecond',
      series: [
        rate('rate', t('run.series.requests'), point => point.requests),
        rate('transactions', t('run.series.transactions'), point => point.transactions),
      ],
    },
    {
      title: t('run.chart.time'),
      unit: 'ms',
      series: [
        plain('avg', t('run.series.avg'), point => point.avgMs),
        plain('p50', 'P50', point => point.p50Ms),
        plain('p90', 'P90', point => point.p90Ms),
        plain('p95', 'P95', point => point.p95Ms),
        plain('p99', 'P99', point => point.p99Ms),
      ],
    },
    {
      title: t('run.chart.errors'),
      unit: 'perSecond',
      series: [rate('errors', t('run.series.failed'), point => point.failed)],
    },
    {
      title: t('run.chart.bytes'),
      unit: 'bytesPerSecond',
      series: [
        rate('received', t('run.series.received'), point => point.receivedBytes),
        rate('sent', t('run.series.sent'), point => point.sentBytes),
      ],
    },
  ]
  if (!source.hasConnections) return charts
  const open = lasting('connections', t('run.series.connections'), point => point.connections)
  return [...charts, { title: t('run.chart.connections'), unit: 'count', series: [open] }]
}
