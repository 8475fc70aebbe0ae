/** The synchronised grid of charts that a running or ended run is looked at with. */
import type { RunEvent, RunSecond, UsersBasis } from '@pone/contract/entities/run.ts'
import { hasRate, pointRate } from '@pone/metrics/statistics.ts'
import { useMemo, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { TimeChart } from '../../../ui/chart/time-chart.tsx'
import { chartEvents } from './run-events.ts'
import './run-charts.css'

export interface RunChartsProps {
  readonly seconds: readonly RunSecond[]
  readonly secondsPerPoint?: number
  readonly events: readonly RunEvent[]
  readonly startedAt: number | null
  readonly usersBasis: UsersBasis
  readonly isArrivals: boolean
  /** JMeter does not tell its open connections. */
  readonly hasConnections: boolean
  readonly syncKey: string
  /** The run goes on: legends show the latest values. */
  readonly isLive?: boolean
}

export function RunCharts({
  seconds,
  secondsPerPoint = 1,
  events,
  startedAt,
  usersBasis,
  isArrivals,
  hasConnections,
  syncKey,
  isLive = false,
}: RunChartsProps) {
  const t = useT()
  const [range, setRange] = useState<readonly [number, number] | null>(null)
  const x = useMemo(() => seconds.map(point => point.second), [seconds])
  const marks = useMemo(() => chartEvents(events, startedAt, t), [events, startedAt, t])
  const pick = (value: (point: RunSecond) => number | null) => seconds.map(value)
  // At the very end of a run nothing is asked for any more, which is no change of the load.
  const lasting = (value: (point: RunSecond) => number) =>
    seconds.map(point => (hasRate(point.lengthMs, secondsPerPoint * 1_000) ? value(point) : null))
  const rate = (value: (point: RunSecond) => number) =>
    seconds.map(point => pointRate(value(point), point.lengthMs, secondsPerPoint * 1_000))
  const common = {
    seconds: x,
    step: secondsPerPoint,
    events: marks,
    syncKey,
    isLive,
    range,
    onRange: setRange,
  }
  return (
    <div className="run-charts">
      <TimeChart
        {...common}
        title={t('run.chart.users')}
        unit="count"
        series={[
          {
            key: 'target',
            label: t(isArrivals ? 'run.series.targetRate' : 'run.series.target'),
            color: 'target',
            values: lasting(point => point.targetUsers),
          },
          {
            key: 'users',
            label: t(usersBasis === 'maximum' ? 'run.series.users' : 'run.series.usersSampled'),
            color: 'users',
            values: pick(point => point.users),
          },
        ]}
      />
      <TimeChart
        {...common}
        title={t('run.chart.rate')}
        unit="perSecond"
        series={[
          {
            key: 'rps',
            label: t('run.series.requests'),
            color: 'rate',
            values: rate(point => point.requests),
          },
          {
            key: 'tps',
            label: t('run.series.transactions'),
            color: 'transactions',
            values: rate(point => point.transactions),
          },
        ]}
      />
      <TimeChart
        {...common}
        title={t('run.chart.time')}
        unit="ms"
        series={[
          { key: 'avg', label: t('run.series.avg'), color: 'avg', values: pick(point => point.avgMs) },
          { key: 'p50', label: 'P50', color: 'p50', values: pick(point => point.p50Ms) },
          { key: 'p90', label: 'P90', color: 'p90', values: pick(point => point.p90Ms) },
          { key: 'p95', label: 'P95', color: 'p95', values: pick(point => point.p95Ms) },
          { key: 'p99', label: 'P99', color: 'p99', values: pick(point => point.p99Ms) },
        ]}
      />
      <TimeChart
        {...common}
        title={t('run.chart.errors')}
        unit="perSecond"
        series={[
          {
            key: 'failed',
            label: t('run.series.failed'),
            color: 'errors',
            values: rate(point => point.failed),
          },
        ]}
      />
      <TimeChart
        {...common}
        title={t('run.chart.bytes')}
        unit="bytesPerSecond"
        series={[
          {
            key: 'received',
            label: t('run.series.received'),
            color: 'received',
            values: rate(point => point.receivedBytes),
          },
          { key: 'sent', label: t('run.series.sent'), color: 'sent', values: rate(point => point.sentBytes) },
        ]}
      />
      {hasConnections && (
        <TimeChart
          {...common}
          title={t('run.chart.connections')}
          unit="count"
          series={[
            {
              key: 'connections',
              label: t('run.series.connections'),
              color: 'connections',
              values: lasting(point => point.connections),
            },
          ]}
        />
      )}
    </div>
  )
}
