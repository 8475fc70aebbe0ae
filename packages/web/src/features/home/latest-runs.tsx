/** The latest runs of the project with their main figures. */

import { slaStateSchema } from '@pone/contract/entities/run.ts'
import { type RunState, runStates } from '@pone/contract/states.ts'
import { formatDuration, formatMs, formatNumber, formatPercent } from '@pone/metrics/figures.ts'
import { Table } from 'antd'
import { Link, useNavigate } from 'react-router'
import { useT } from '../../lib/i18n.ts'
import { links } from '../../lib/navigation/links.ts'
import { RunStateTag, SlaTag } from '../../ui/run/run-state.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import type { HomeFigures } from './home-figures.ts'

const isRunState = (state: string): state is RunState => (runStates as readonly string[]).includes(state)

export function LatestRuns({ runs }: { readonly runs: HomeFigures['latestRuns'] }) {
  const t = useT()
  const navigate = useNavigate()
  return (
    <Table
      size="small"
      rowKey="id"
      dataSource={runs}
      pagination={false}
      scroll={{ x: 'max-content' }}
      rowClassName="data-table-row-opens"
      onRow={run => ({ onClick: () => void navigate(links.run(run)) })}
      columns={[
        {
          key: 'run',
          title: t('home.run'),
          render: (_, run) => (
            <Link
              className="home-run"
              title={run.scenarioName}
              to={links.run(run)}
              onClick={event => event.stopPropagation()}
            >
              #{run.number} {run.scenarioName}
            </Link>
          ),
        },
        {
          key: 'state',
          title: t('home.state'),
          render: (_, run) => (isRunState(run.state) ? <RunStateTag state={run.state} /> : run.state),
        },
        {
          key: 'sla',
          title: 'SLA',
          render: (_, run) => {
            const state = slaStateSchema.safeParse(run.sla)
            return state.success && <SlaTag state={state.data} />
          },
        },
        { key: 'startedAt', title: t('home.startedAt'), render: (_, run) => <TimeText at={run.startedAt} /> },
        {
          key: 'duration',
          title: t('home.duration'),
          align: 'right',
          render: (_, run) => formatDuration(run.durationMs),
        },
        {
          key: 'requests',
          title: t('home.requests'),
          align: 'right',
          render: (_, run) => formatNumber(run.requests),
        },
        {
          key: 'rps',
          title: t('home.rps'),
          align: 'right',
          render: (_, run) => formatNumber(run.requestsPerSecond),
        },
        { key: 'p95', title: t('home.p95'), align: 'right', render: (_, run) => formatMs(run.p95Ms) },
        {
          key: 'errors',
          title: t('home.errors'),
          align: 'right',
          render: (_, run) => formatPercent(run.errorPercent),
        },
      ]}
    />
  )
}
