/** The curves over time. */
import { hasRate } from '@pone/metrics/statistics.ts'
import { engines } from '@pone/plan/engines/registry.ts'
import { useT } from '../../../../lib/i18n.ts'
import { RunCharts } from '../../figures/run-charts.tsx'
import { PartFrame, type SectionPart } from './section-part.tsx'

export const TimelinePart: SectionPart = ({ content }) => {
  const t = useT()
  const { run, seconds, secondsPerPoint, events, usersBasis } = content
  const isTooShort =
    seconds.length > 0 && !seconds.some(({ lengthMs }) => hasRate(lengthMs, secondsPerPoint * 1_000))
  return (
    <PartFrame id="charts" title={t('report.section.charts')}>
      <p className="report-hint">{t(isTooShort ? 'report.charts.noRate' : 'report.charts.hint')}</p>
      <RunCharts
        seconds={seconds}
        secondsPerPoint={secondsPerPoint}
        events={events}
        startedAt={run.startedAt}
        usersBasis={usersBasis}
        isArrivals={run.scenario.drive === 'arrivals'}
        hasConnections={engines[run.scenario.engine].countsConnections}
        syncKey={`report-${run.id}`}
      />
    </PartFrame>
  )
}
