/** What runs now: progress by plan, and figures since the start of each run. */
import type { Run } from '@pone/contract/entities/run.ts'
import { formatDuration, formatNumber, formatPeak, formatPercent, noValue } from '@pone/metrics/figures.ts'
import { Progress } from 'antd'
import { Link } from 'react-router'
import { useT } from '../../lib/i18n.ts'
import { links } from '../../lib/navigation/links.ts'
import { useCan } from '../../lib/session/session.ts'
import { RunStateTag } from '../../ui/run/run-state.tsx'
import { ShortTable } from '../../ui/short-table.tsx'
import { HomePanel } from './home-panel.tsx'
import { shownActive, useActiveRuns } from './home-queries.ts'

export function ActiveRuns() {
  const t = useT()
  const query = useActiveRuns()
  const count = query.data?.length ?? 0
  return (
    <HomePanel
      title={count === 0 ? t('home.active') : t('home.activeCount', { count })}
      note={count > 0 && t('home.activeNote')}
      link={count > shownActive && <Link to={links.runs}>{t('home.allRuns')}</Link>}
      query={query}
    >
      {runs =>
        runs.length === 0 ? (
          <NothingRuns />
        ) : (
          <ActiveTable runs={runs.slice(0, shownActive)} now={query.dataUpdatedAt} />
        )
      }
    </HomePanel>
  )
}

function NothingRuns() {
  const t = useT()
  const canRun = useCan('run.execute')
  return (
    <p className="secondary home-line">
      {t('home.nothingRuns')} {canRun && <Link to={links.scenarios}>{t('home.execute')}</Link>}
    </p>
  )
}

const errorPercentOf = ({ requests, failed }: Run) => (requests === 0 ? null : (failed / requests) * 100)

/** `now`: when the figures arrived, epoch ms by the clock of the browser. */
function ActiveTable({ runs, now }: { readonly runs: readonly Run[]; readonly now: number }) {
  const t = useT()
  return (
    <ShortTable
      rows={runs}
      rowId={run => run.id}
      columns={[
        {
          key: 'run',
          title: t('home.run'),
          render: run => (
            <Link className="home-run" title={run.scenarioName} to={links.liveRun(run.id)}>
              #{run.number} {run.scenarioName}
            </Link>
          ),
        },
        { key: 'state', title: t('home.state'), render: run => <RunStateTag state={run.state} /> },
        {
          key: 'progress',
          title: t('home.progress'),
          render: run => <RunProgress run={run} now={now} />,
        },
        {
          key: 'users',
          title: t('home.peakUsers'),
          align: 'right',
          render: run => formatPeak(run.peakUsers, run.usersBasis),
        },
        {
          key: 'rps',
          title: t('home.rps'),
          align: 'right',
          render: run => formatNumber(run.requestsPerSecond),
        },
        {
          key: 'errors',
          title: t('home.errors'),
          align: 'right',
          render: run => formatPercent(errorPercentOf(run)),
        },
        { key: 'by', isMinor: true, title: t('home.startedBy'), render: run => run.startedBy },
      ]}
    />
  )
}

/** A run without a planned end has only its elapsed time. */
function RunProgress(props: { readonly run: Run; readonly now: number }) {
  const { startedAt, plannedDurationMs } = props.run
  const t = useT()
  if (startedAt === null) return noValue
  const elapsedMs = Math.max(0, props.now - startedAt)
  const elapsed = formatDuration(Math.floor(elapsedMs / 1_000) * 1_000)
  if (plannedDurationMs === null || plannedDurationMs === 0) return elapsed
  const text = t('home.elapsedOf', { elapsed, planned: formatDuration(plannedDurationMs) })
  return (
    <div className="home-progress">
      <Progress
        percent={Math.min(100, Math.round((elapsedMs / plannedDurationMs) * 100))}
        size="small"
        showInfo={false}
        aria-label={text}
      />
      <span className="secondary tabular">{text}</span>
    </div>
  )
}
