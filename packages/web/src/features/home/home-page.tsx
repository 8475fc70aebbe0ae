/** /pone/atf/projects/home: figures of the project, what runs, what became worse, what waits, trends, latest results and changes. */
import { formatNumber, formatPercent, noValue } from '@pone/metrics/figures.ts'
import { Link } from 'react-router'
import { useT } from '../../lib/i18n.ts'
import { links } from '../../lib/navigation/links.ts'
import { useCan, useSession } from '../../lib/session/session.ts'
import { AlertStat } from '../../ui/alerts/alert-stat.tsx'
import { DayBars } from '../../ui/chart/day-bars.tsx'
import { PageBody, PageHeader } from '../../ui/page/page-header.tsx'
import { ErrorState, LoadingState } from '../../ui/page/page-states.tsx'
import { Stat, StatRow } from '../../ui/stat.tsx'
import { ActiveRuns } from './active-runs.tsx'
import { FirstSteps } from './first-steps.tsx'
import './home.css'
import type { HomeFigures } from './home-figures.ts'
import { useAlertFigures, useHomeFigures, useMonitorCounts, useRunNews } from './home-queries.ts'
import { LatestChanges } from './latest-changes.tsx'
import { LatestRuns } from './latest-runs.tsx'
import { Trends } from './trends.tsx'
import { WaitingList } from './waiting-list.tsx'
import { WorseScenarios } from './worse-scenarios.tsx'

export function Page() {
  const projectName = useSession('projectName')
  const canSeeRuns = useCan('run.view')
  const { data, error, refetch } = useHomeFigures()
  useRunNews()
  const isNew = data?.runs.total === 0
  return (
    <>
      <PageHeader title={projectName} />
      <PageBody>
        {data ? (
          isNew ? (
            <>
              <FirstSteps data={data} />
              <MonitorsOfNewProject />
            </>
          ) : (
            <Figures data={data} />
          )
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState rows={2} />
        )}
        {/* The panels ask at once; they are shown when it is known whether the project has runs. */}
        <div hidden={data === undefined && !error}>
          {canSeeRuns && !isNew && <ActiveRuns />}
          <div className={canSeeRuns && !isNew ? 'panel-grid home-grid' : 'panel-grid'}>
            {canSeeRuns && !isNew && <WorseScenarios />}
            <WaitingList />
            {canSeeRuns && !isNew && <Trends />}
            {isNew && <LatestChanges changes={data.latestChanges} />}
          </div>
        </div>
        {data && !isNew && <Latest data={data} />}
      </PageBody>
    </>
  )
}

function Figures({ data }: { readonly data: HomeFigures }) {
  const t = useT()
  const monitors = useMonitorCounts()
  const alerts = useAlertFigures()
  return (
    <StatRow>
      <Stat label={t('home.components')} value={formatNumber(data.components)} to={links.components} />
      <Stat label={t('home.scenarios')} value={formatNumber(data.scenarios)} to={links.scenarios} />
      <Stat
        label={t('home.runs')}
        value={formatNumber(data.runs.total)}
        note={t('home.runsNote', data.runs)}
        to={links.runs}
      />
      <Stat
        label={t('home.requests')}
        value={formatNumber(data.requests)}
        definition={t('home.requestsDefinition')}
      />
      <Stat
        label={t('home.sla')}
        value={data.slaPassedPercent === null ? noValue : formatPercent(data.slaPassedPercent)}
        definition={t('home.slaDefinition')}
      />
      {monitors && <MonitorStat counts={monitors} />}
      {alerts && <AlertStat figures={alerts} to={links.incidents()} />}
      <Stat
        label={t('home.members')}
        value={formatNumber(data.members)}
        to="/pone/atf/projects/projectManagement?tab=members"
      />
    </StatRow>
  )
}

function MonitorStat({ counts }: { readonly counts: NonNullable<ReturnType<typeof useMonitorCounts>> }) {
  const t = useT()
  return (
    <Stat
      label={t('home.monitors')}
      value={formatNumber(counts.total)}
      note={t('home.monitorsNote', {
        running: formatNumber(counts.running),
        down: formatNumber(counts.byState.down),
      })}
      to={links.monitorWall}
    />
  )
}

/** Monitors need no run: a project without one may have them, e.g. the demo project from its first minute on. */
function MonitorsOfNewProject() {
  const counts = useMonitorCounts()
  const alerts = useAlertFigures()
  return counts && counts.total > 0 ? (
    <section className="home-panel">
      <StatRow>
        <MonitorStat counts={counts} />
        {alerts && <AlertStat figures={alerts} to={links.incidents()} />}
      </StatRow>
    </section>
  ) : null
}

function Latest({ data }: { readonly data: HomeFigures }) {
  const t = useT()
  return (
    <>
      <section className="home-panel">
        <h2 className="panel-title">
          {t('home.latestRuns')} <Link to={links.runs}>{t('home.allRuns')}</Link>
        </h2>
        <LatestRuns runs={data.latestRuns} />
      </section>
      <div className="panel-grid">
        <section>
          <h2 className="panel-title">{t('home.runsPerDay')}</h2>
          <DayBars days={data.runsPerDay} />
        </section>
        <LatestChanges changes={data.latestChanges} />
      </div>
    </>
  )
}
