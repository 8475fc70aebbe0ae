/** A chart per protocol metric that has a curve, for all labels together. */
import type { RunEvent, RunSecond } from '@pone/contract/entities/run.ts'
import type { MetricRow } from '@pone/contract/entities/run-metrics.ts'
import { type MetricCurveName, type MetricUnit, metricCurves } from '@pone/metrics/metric-curves.ts'
import type { MetricKind } from '@pone/metrics/metric-sums.ts'
import { metricText } from '@pone/protocols/definitions.ts'
import { useMemo } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useChartRange } from '../../../ui/chart/chart-range.tsx'
import { TimeChart } from '../../../ui/chart/time-chart.tsx'
import type { ChartUnit } from '../../../ui/chart/time-series.ts'
import type { MetricColor } from '../../../ui/theme/palette.ts'
import { chartEvents } from './run-events.ts'
import './run-charts.css'

const colours: Readonly<Record<MetricCurveName, MetricColor>> = {
  perSecond: 'rate',
  percent: 'rate',
  p50: 'p50',
  p90: 'p90',
  p95: 'p95',
  p99: 'p99',
  last: 'rate',
  min: 'p50',
  max: 'max',
}

export function MetricCharts({
  rows,
  seconds,
  secondsPerPoint,
  events,
  startedAt,
  syncKey,
  isLive = false,
}: {
  readonly rows: readonly MetricRow[]
  readonly seconds: readonly RunSecond[]
  readonly secondsPerPoint: number
  readonly events: readonly RunEvent[]
  readonly startedAt: number | null
  readonly syncKey: string
  /** The run is active: legends show the latest values. */
  readonly isLive?: boolean
}) {
  const t = useT()
  const language = useSession('language')
  const shared = useChartRange()
  const x = useMemo(() => seconds.map(point => point.second), [seconds])
  const marks = useMemo(() => chartEvents(events, startedAt, t, language), [events, startedAt, t, language])
  const common = {
    seconds: x,
    step: secondsPerPoint,
    events: marks,
    syncKey,
    isLive,
    ...shared,
  }
  return (
    <div className="run-charts">
      {rows
        .filter(({ key, label }) => label === null && seconds.some(({ metrics }) => metrics?.[key]))
        .map(({ key, figures: { kind } }, index) => {
          const { title, unit } = metricText(key)
          const curves = metricCurves({ key, kind, unit }, seconds, secondsPerPoint * 1_000)
          return (
            <TimeChart
              {...common}
              key={key}
              hasMarkStops={index === 0}
              title={title[language]}
              unit={chartUnitOf(kind, unit)}
              series={curves.map(({ name, values }) => ({
                key: name,
                label: t(`run.metric.curve.${name}`),
                color: colours[name],
                values,
              }))}
            />
          )
        })}
    </div>
  )
}

function chartUnitOf(kind: MetricKind, unit: MetricUnit): ChartUnit {
  if (kind === 'rate') return 'percent'
  if (unit === 'µs') return 'ms'
  if (unit === 'bytes') return kind === 'counter' ? 'bytesPerSecond' : 'bytes'
  return kind === 'counter' ? 'perSecond' : 'count'
}
