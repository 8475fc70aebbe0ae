/** Page realTimeMonitoring: one active run, or the list of active runs. */

import { isActiveRun } from '@pone/contract/states.ts'
import { formatNumber } from '@pone/metrics/figures.ts'
import { engines } from '@pone/plan/engines/registry.ts'
import { Alert, Tabs } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useT } from '../../../lib/i18n.ts'
import { useIsLive } from '../../../lib/live.ts'
import { useCan } from '../../../lib/session/session.ts'
import { ChartFileNames } from '../../../ui/chart/chart-files.ts'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { ToldCause } from '../../../ui/told-cause.tsx'
import { ActiveRuns } from '../active-runs.tsx'
import { LiveCapacity } from '../capacity/live-capacity.tsx'
import { chartNames } from '../figures/chart-names.ts'
import { ErrorsTable } from '../figures/errors-table.tsx'
import { EventsList } from '../figures/events-list.tsx'
import { GeneratorAlert } from '../figures/generator-alert.tsx'
import { MetricCharts } from '../figures/metric-charts.tsx'
import { MetricTables } from '../figures/metric-tables.tsx'
import { RunCharts } from '../figures/run-charts.tsx'
import { FlameMarks, LiveFlameDiagrams } from '../flame/run-flame-diagrams.tsx'
import type { LiveRun } from '../live-model.ts'
import { LogPanel } from '../log/log-panel.tsx'
import { LiveMonitoring, useRunMonitoring } from '../monitoring/live-monitoring.tsx'
import { useLiveRun } from '../run-queries.ts'
import { LiveHeader } from './live-header.tsx'
import { MachinesTable } from './machines-table.tsx'
import { tabBadges } from './tab-badges.ts'
import '../run.css'
import { PhasesTable } from '../figures/phases-table.tsx'
import { StatisticsTable } from '../figures/statistics-table.tsx'
import { SlaResults } from '../sla/sla-results.tsx'

export function Page() {
  const [params] = useSearchParams()
  const id = params.get('id')
  return id ? <LivePage key={id} id={id} /> : <ActiveRuns />
}

function LivePage({ id }: { readonly id: string }) {
  const t = useT()
  const { live, error, retry } = useLiveRun(id)
  const isConnected = useIsLive()
  const area = useRef<HTMLDivElement>(null)
  const [isFullScreen, setFullScreen] = useState(false)
  useEffect(() => {
    const follow = () => setFullScreen(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [])
  if (error) return <ErrorState error={error} onRetry={retry} />
  if (!live) return <LoadingState />
  const { run } = live
  const toggle = () =>
    void (document.fullscreenElement ? document.exitFullscreen() : area.current?.requestFullscreen())
  return (
    <div ref={area} className={isFullScreen ? 'run-page run-wide' : 'run-page'}>
      <PageHeader
        backTo="/pone/atf/projects/logging"
        title={run.scenarioName}
        note={t('run.number', { number: run.number })}
      />
      <PageBody>
        {!isConnected && isActiveRun(run.state) && (
          <Alert type="warning" showIcon title={t('run.disconnected')} className="run-alert" />
        )}
        {run.cause !== null && run.cause !== 'planned' && (
          <Alert
            type={run.state === 'failed' ? 'error' : 'warning'}
            showIcon
            title={t(`runCause.${run.cause}`)}
            description={run.causeDetail === '' ? undefined : <ToldCause detail={run.causeDetail} />}
            className="run-alert"
          />
        )}
        <GeneratorAlert events={live.events} startedAt={run.startedAt} />
        <LiveHeader live={live} isFullScreen={isFullScreen} onFullScreen={toggle} />
        {run.capacity && <LiveCapacity capacity={run.capacity} />}
        <h2 className="visually-hidden">{t('run.charts')}</h2>
        <ChartFileNames value={chartNames(run, shownPart(live))}>
          <FlameMarks run={run} isLive={isActiveRun(run.state)}>
            <LiveCharts live={live} />
            <Details live={live} />
          </FlameMarks>
        </ChartFileNames>
      </PageBody>
    </div>
  )
}

function LiveCharts({ live }: { readonly live: LiveRun }) {
  const t = useT()
  const { run, seconds, secondsPerPoint, events } = live
  const isActive = isActiveRun(run.state)
  if (seconds.length === 0 && isActive)
    return (
      <p className="run-quiet" role="status">
        {t('run.waiting')}
      </p>
    )
  return (
    <RunCharts
      seconds={seconds}
      secondsPerPoint={secondsPerPoint}
      events={events}
      startedAt={run.startedAt}
      usersBasis={run.usersBasis}
      isArrivals={run.scenario.drive === 'arrivals'}
      hasConnections={engines[run.scenario.engine].countsConnections}
      syncKey={`run-${run.id}`}
      isLive={isActive}
    />
  )
}

/** A run that goes on has only its seconds so far; null for one that is over. */
function shownPart({ run, seconds }: LiveRun): { fromMs: number; toMs: number } | null {
  const last = seconds.at(-1)
  if (!isActiveRun(run.state) || last === undefined) return null
  return { fromMs: 0, toMs: last.second * 1_000 + (last.lengthMs ?? 1_000) }
}

/** The tables below the charts, one tab each. */
function Details({ live }: { readonly live: NonNullable<ReturnType<typeof useLiveRun>['live']> }) {
  const t = useT()
  const badges = tabBadges(live)
  const monitoring = useRunMonitoring(live.run)
  const seesFlames = useCan('monitor.view')
  const tab = (key: string, label: string, children: ReactNode, failed = 0) => ({
    key,
    label: failed === 0 ? label : `${label} ${formatNumber(failed)}`,
    children,
  })
  return (
    <Tabs
      className="run-tabs"
      items={[
        tab(
          'transactions',
          t('run.tab.transactions'),
          <StatisticsTable
            labels={live.labels}
            total={live.total}
            runId={live.run.source === 'run' ? live.run.id : undefined}
          />,
        ),
        tab(
          'phases',
          t('run.tab.phases'),
          <PhasesTable labels={live.labels} engine={live.run.scenario.engine} />,
        ),
        ...(live.metrics.rows.length === 0
          ? []
          : [tab('metrics', t('run.tab.metrics'), <LiveMetrics live={live} />)]),
        ...(monitoring === undefined || monitoring === null
          ? []
          : [tab('monitoring', t('run.tab.monitoring'), <LiveMonitoring live={live} />)]),
        tab('errors', t('run.tab.errors'), <ErrorsTable errors={live.errors} />, badges.errors),
        tab('sla', t('run.tab.sla'), <SlaResults results={live.sla} />, badges.sla),
        tab('machines', t('run.tab.machines'), <MachinesTable machines={live.machines} />, badges.machines),
        tab('events', t('run.tab.events'), <EventsList events={live.events} />),
        ...(seesFlames
          ? [
              tab(
                'flame',
                t('run.tab.flame'),
                <LiveFlameDiagrams runId={live.run.id} startedAt={live.run.startedAt} />,
              ),
            ]
          : []),
        tab('log', t('run.tab.log'), <LogPanel live={live} />),
      ]}
    />
  )
}

/** Charts and tables of protocol metrics. */
function LiveMetrics({ live }: { readonly live: LiveRun }) {
  const { run, metrics, seconds, secondsPerPoint, events } = live
  return (
    <>
      <MetricCharts
        rows={metrics.rows}
        seconds={seconds}
        secondsPerPoint={secondsPerPoint}
        events={events}
        startedAt={run.startedAt}
        syncKey={`run-${run.id}`}
        isLive={isActiveRun(run.state)}
      />
      <MetricTables table={metrics} />
    </>
  )
}
