/** /pone/atf/adminHome: number of projects, users, machines and runs of the platform, and their present state. */

import { type RunState, runStates } from '@pone/contract/states.ts'
import { formatBytes, formatNumber } from '@pone/metrics/figures.ts'
import { engines } from '@pone/plan/engines/registry.ts'
import { useQuery } from '@tanstack/react-query'
import { Table } from 'antd'
import { Link } from 'react-router'
import { api } from '../../lib/api.ts'
import { useT } from '../../lib/i18n.ts'
import { AlertStat } from '../../ui/alerts/alert-stat.tsx'
import { DayBars } from '../../ui/chart/day-bars.tsx'
import { useRowPages } from '../../ui/data-table/use-row-pages.ts'
import { PageBody, PageHeader } from '../../ui/page/page-header.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/page/page-states.tsx'
import { RunStateTag } from '../../ui/run/run-state.tsx'
import { Stat, StatRow } from '../../ui/stat.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { LicencePanel } from './licence-panel.tsx'
import { MachinesPanel } from './machines-panel.tsx'
import { NoticePanel } from './notice-panel.tsx'
import type { Overview } from './overview.ts'
import { StoragePanel } from './storage-panel.tsx'

const refreshMs = 10_000

export function Page() {
  const t = useT()
  const { data, error, refetch } = useQuery({
    queryKey: ['system', 'overview'],
    queryFn: ({ signal }) => api.system.overview({}, { signal }),
    refetchInterval: refreshMs,
  })
  return (
    <>
      <PageHeader title={t('adminHome.title')} />
      <PageBody>
        <NoticePanel />
        <LicencePanel />
        {data ? (
          <OverviewFigures data={data} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState />
        )}
      </PageBody>
    </>
  )
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

function OverviewFigures({ data }: { readonly data: Overview }) {
  const t = useT()
  const { machineCounts: machines } = data
  // Of which only the number is wanted.
  const { data: monitors } = useQuery({
    queryKey: ['monitors', 'admin', 'running'],
    queryFn: ({ signal }) => api.adminMonitor.sessions({ isRunning: true }, { signal }),
    refetchInterval: refreshMs,
  })
  const { data: alerts } = useQuery({
    queryKey: ['alerts', 'admin', 'figures'],
    queryFn: ({ signal }) => api.adminAlert.figures({}, { signal }),
    refetchInterval: refreshMs,
  })
  const hasRuns = data.runsPerDay.some(day => day.complete + day.failed + day.stopped > 0)
  return (
    <>
      <StatRow>
        <Stat
          label={t('adminHome.users')}
          value={formatNumber(data.users)}
          note={t('adminHome.usersNote', { online: data.onlineUsers, locked: data.lockedUsers })}
          to="/pone/atf/user"
        />
        <Stat
          label={t('adminHome.projects')}
          value={formatNumber(
            data.projects.inProgress + data.projects.notImplemented + data.projects.archived,
          )}
          note={t('adminHome.projectsNote', data.projects)}
          to="/pone/atf/project"
        />
        <Stat
          label={t('adminHome.activeRuns')}
          value={formatNumber(data.activeRuns.length)}
          note={t('adminHome.activeRunsNote', {
            users: formatNumber(sum(data.activeRuns.map(run => run.users))),
          })}
        />
        <Stat
          label={t('adminHome.capacity')}
          value={formatNumber(Math.min(machines.remainingUsers, data.licensedUsers.left))}
          note={t('adminHome.capacityNote', {
            total: formatNumber(Math.min(machines.maxUsers, data.licensedUsers.total)),
            online: machines.online,
            machines: machines.total,
          })}
        />
        {monitors && (
          <Stat
            label={t('adminHome.monitors')}
            value={formatNumber(monitors.total)}
            to="/pone/atf/adminTaskCenter/adminMonitorTask"
          />
        )}
        {alerts && <AlertStat figures={alerts} to="/pone/atf/adminTaskCenter/adminMonitorWarning" />}
        <Stat label={t('adminHome.database')} value={formatBytes(data.databaseBytes)} />
      </StatRow>
      <div className="panel-grid">
        <section>
          <h2 className="panel-title">{t('adminHome.runsPerDay')}</h2>
          {hasRuns ? <DayBars days={data.runsPerDay} /> : <EmptyState title={t('adminHome.noRuns')} />}
        </section>
        <StoragePanel storage={data.storage} />
      </div>
      <MachinesPanel data={data} />
      <section className="panel-block">
        <h2 className="panel-title">{t('adminHome.activeRuns')}</h2>
        <ActiveRuns runs={data.activeRuns} />
      </section>
    </>
  )
}

const isRunState = (state: string): state is RunState => (runStates as readonly string[]).includes(state)

function ActiveRuns({ runs }: { readonly runs: Overview['activeRuns'] }) {
  const t = useT()
  const pages = useRowPages(runs.length, 10)
  if (runs.length === 0) return <p className="secondary">{t('adminHome.nothingActive')}</p>
  return (
    <Table
      size="small"
      rowKey="id"
      dataSource={runs}
      pagination={pages}
      columns={[
        {
          key: 'scenario',
          title: t('adminHome.scenario'),
          render: (_, run) => (
            <Link to={`/pone/atf/adminTaskCenter/admin${engines[run.engine].displayName}PerformanceTask`}>
              #{run.number} {run.scenarioName}
            </Link>
          ),
        },
        { key: 'project', title: t('adminHome.project'), dataIndex: 'projectName' },
        {
          key: 'state',
          title: t('adminHome.state'),
          render: (_, run) => (isRunState(run.state) ? <RunStateTag state={run.state} /> : run.state),
        },
        {
          key: 'startedAt',
          title: t('adminHome.startedAt'),
          render: (_, run) => <TimeText at={run.startedAt} />,
        },
        {
          key: 'users',
          title: t('adminHome.virtualUsers'),
          align: 'right',
          render: (_, run) => formatNumber(run.users),
        },
      ]}
    />
  )
}
