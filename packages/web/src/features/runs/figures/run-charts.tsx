/** The charts of an active or ended run, with a shared cursor and zoom. */
import type { RunEvent } from '@pone/contract/entities/run.ts'
import { useMemo } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useChartRange } from '../../../ui/chart/chart-range.tsx'
import { TimeChart } from '../../../ui/chart/time-chart.tsx'
import { type ChartSource, runCharts } from './chart-data.ts'
import { chartEvents } from './run-events.ts'
import './run-charts.css'

export interface RunChartsProps extends Omit<ChartSource, 'secondsPerPoint'> {
  /** Default: 1. */
  readonly secondsPerPoint?: number
  readonly events: readonly RunEvent[]
  readonly startedAt: number | null
  readonly syncKey: string
  /** The run is active: legends show the latest values. */
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
  const language = useSession('language')
  const shared = useChartRange()
  const x = useMemo(() => seconds.map(point => point.second), [seconds])
  const marks = useMemo(() => chartEvents(events, startedAt, t, language), [events, startedAt, t, language])
  const charts = useMemo(
    () => runCharts({ seconds, secondsPerPoint, usersBasis, isArrivals, hasConnections }, t),
    [seconds, secondsPerPoint, usersBasis, isArrivals, hasConnections, t],
  )
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
      {charts.map((chart, index) => (
        <TimeChart key={chart.title} {...common} {...chart} hasMarkStops={index === 0} />
      ))}
    </div>
  )
}
