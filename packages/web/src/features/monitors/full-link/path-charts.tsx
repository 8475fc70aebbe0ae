/** Charts of the monitors on a path, on the time axis of the run. */
import type { FullLinkPath, FullLinkRun } from '@pone/contract/entities/full-link.ts'
import { isActiveRun } from '@pone/contract/states.ts'
import { Select } from 'antd'
import { useMemo } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useChartRange } from '../../../ui/chart/chart-range.tsx'
import { monitoringCharts } from '../../../ui/chart/monitored-charts.ts'
import { TimeChart } from '../../../ui/chart/time-chart.tsx'
import { EmptyState } from '../../../ui/page/page-states.tsx'

interface PathChartsProps {
  readonly path: FullLinkPath
  readonly run: FullLinkRun['run']
  /** The monitor that is shown; null: all. */
  readonly chosen: string | null
  readonly onChoose: (monitorId: string | null) => void
}

export function PathCharts({ path: { monitoring, lengthMs }, run, chosen, onChoose }: PathChartsProps) {
  const t = useT()
  const language = useSession('language')
  const shared = useChartRange()
  const isLive = isActiveRun(run.state)
  const charts = useMemo(
    () => monitoringCharts(monitoring, { language, endSecond: lengthMs / 1_000, isLive }),
    [monitoring, language, lengthMs, isLive],
  )
  if (monitoring.monitors.length === 0) return null
  const shown = charts.filter(({ monitorId }) => chosen === null || monitorId === chosen)
  return (
    <section aria-label={t('fullLink.charts')}>
      <div className="full-link-title">
        <h2>{t('fullLink.charts')}</h2>
        <Select
          className="full-link-node-choice"
          aria-label={t('fullLink.node')}
          value={chosen ?? ''}
          options={[
            { value: '', label: t('fullLink.allNodes') },
            ...monitoring.monitors.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(id: string) => onChoose(id === '' ? null : id)}
        />
      </div>
      {shown.length === 0 && <EmptyState title={t('fullLink.noValues')} />}
      <div className="full-link-charts">
        {shown.map(({ key, monitorId: _monitorId, ...chart }) => (
          <TimeChart
            key={key}
            {...chart}
            {...shared}
            syncKey={`full-link-${run.id}`}
            isLive={isLive}
            height={150}
          />
        ))}
      </div>
    </section>
  )
}
