/** What monitors collected during the run, on its time axis; left out where no monitoring link belonged to it. */
import { useT } from '../../../../lib/i18n.ts'
import { MonitoringView } from '../../monitoring/monitoring-view.tsx'
import { PartFrame, type SectionPart } from './section-part.tsx'

export const MonitoringPart: SectionPart = ({ content }) => {
  const t = useT()
  const { monitoring, run, events, toMs } = content
  if (monitoring === null) return null
  return (
    <PartFrame id="monitoring" title={t('report.section.monitoring')}>
      <MonitoringView
        monitoring={monitoring}
        events={events}
        startedAt={run.startedAt}
        endSecond={toMs / 1_000}
        syncKey={`report-${run.id}`}
      />
    </PartFrame>
  )
}
