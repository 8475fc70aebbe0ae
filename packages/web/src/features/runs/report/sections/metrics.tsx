/** Protocol metrics of the run beside its samples; empty if there are none. */
import { useT } from '../../../../lib/i18n.ts'
import { MetricCharts } from '../../figures/metric-charts.tsx'
import { MetricTables } from '../../figures/metric-tables.tsx'
import { PartFrame, type SectionPart } from './section-part.tsx'

export const MetricsPart: SectionPart = ({ content }) => {
  const t = useT()
  const { run, metrics, seconds, secondsPerPoint, events } = content
  if (metrics.rows.length === 0) return null
  return (
    <PartFrame id="metrics" title={t('run.tab.metrics')}>
      <MetricCharts
        rows={metrics.rows}
        seconds={seconds}
        secondsPerPoint={secondsPerPoint}
        events={events}
        startedAt={run.startedAt}
        syncKey={`report-${run.id}`}
      />
      <MetricTables table={metrics} />
    </PartFrame>
  )
}
