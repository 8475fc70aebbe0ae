/** The latest runs of the project with their main figures. */

import { type RunState, type RunVerdict, runStates, runVerdicts } from '@pone/contract/states.ts'
import { formatDuration, formatMs, formatNumber, formatPercent } from '@pone/metrics/figures.ts'
import { Link, useNavigate } from 'react-router'
import { useT } from '../../lib/i18n.ts'
import { links } from '../../lib/navigation/links.ts'
import { RunStateTag, SlaTag } from '../../ui/run/run-state.tsx'
import { ShortTable } from '../../ui/short-table.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import type { HomeFigures } from './home-figures.ts'

const isRunState = (state: string): state is RunState => (runStates as readonly string[]).includes(state)
const isVerdict = (verdict: string): verdict is RunVerdict =>
  (runVerdicts as readonly string[]).includes(verdict)

export function LatestRuns({ runs }: { readonly runs: HomeFigures['latestRuns'] }) {
  const t = useT()
  const navigate = useNavigate()
  return (
    <ShortTable
      rows={runs}
      rowId={run => run.id}
      onRowClick={run => void navigate(links.run(run))}
      columns={[
        {
          key: 'run',
          title: t('home.run'),
          render: run => (
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
          render: run => (isRunState(run.state) ? <RunStateTag state={run.state} /> : run.state),
        },
        {
          key: 'sla',
          title: 'SLA',
          render: run => isVerdict(run.sla) && <SlaTag state={run.sla} />,
        },
        { key: 'startedAt', title: t('home.startedAt'), render: run => <TimeText at={run.startedAt} /> },
        {
          key: 'duration',
          isMinor: true,
          title: t('home.duration'),
          align: 'right',
          render: run => formatDuration(run.durationMs),
        },
        {
          key: 'requests',
          isMinor: true,
          title: t('home.requests'),
          align: 'right',
          render: run => formatNumber(run.requests),
        },
        {
          key: 'rps',
          title: t('home.rps'),
          align: 'right',
          render: run => formatNumber(run.requestsPerSecond),
        },
        { key: 'p95', title: t('home.p95'), align: 'right', render: run => formatMs(run.p95Ms) },
        {
          key: 'errors',
          title: t('home.errors'),
          align: 'right',
          render: run => formatPercent(run.errorPercent),
        },
      ]}
    />
  )
}
