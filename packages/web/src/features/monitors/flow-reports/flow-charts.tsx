/** Charts of the monitors of a session on its time axis, with gaps and load tests marked. */
import type { FlowReport } from '@pone/contract/entities/flow-report.ts'
import { useMemo } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useChartRange } from '../../../ui/chart/chart-range.tsx'
import { monitoringCharts } from '../../../ui/chart/monitored-charts.ts'
import { TimeChart } from '../../../ui/chart/time-chart.tsx'
import { EmptyState } from '../../../ui/page/page-states.tsx'

export interface FlowPartProps {
  readonly report: FlowReport
  /** Whether the monitor is among the chosen ones; null: what belongs to none. */
  readonly isShown: (monitorId: string | null) => boolean
}

export function FlowCharts({ report, isShown }: FlowPartProps) {
  const t = useT()
  const language = useSession('language')
  const shared = useChartRange()
  const { monitoring, lengthMs, runs, session } = report
  const isLive = session.stoppedAt === null
  const charts = useMemo(
    () => monitoringCharts(monitoring, { language, endSecond: lengthMs / 1_000, isLive }),
    [monitoring, language, lengthMs, isLive],
  )
  const events = useMemo(
    () =>
      runs.map(({ fromMs, number, scenarioName }) => ({
        second: Math.max(0, fromMs / 1_000),
        label: `${scenarioName} #${number}`,
        tone: 'running' as const,
      })),
    [runs],
  )
  const shown = charts.filter(({ monitorId }) => isShown(monitorId))
  if (shown.length === 0) return <EmptyState title={t('flow.noValues')} />
  return (
    <div className="flow-charts">
      {shown.map(({ key, monitorId: _monitorId, ...chart }) => (
        <TimeChart
          key={key}
          {...chart}
          {...shared}
          events={events}
          syncKey={`flow-${session.id}`}
          isLive={isLive}
          height={150}
        />
      ))}
    </div>
  )
}
