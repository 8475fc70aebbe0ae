/** /pone/atf/projects/home: contents of the project, latest results, latest changes. */
import { formatNumber, formatPercent, noValue } from '@pone/metrics/figures.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link } from 'react-router'
import { useActionText } from '../../lib/actions.ts'
import { api } from '../../lib/api.ts'
import { useT } from '../../lib/i18n.ts'
import { links } from '../../lib/navigation/links.ts'
import { useProjectId } from '../../lib/project.ts'
import { useCan, useSession } from '../../lib/session/session.ts'
import { DayBars } from '../../ui/chart/day-bars.tsx'
import { PageBody, PageHeader } from '../../ui/page/page-header.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/page/page-states.tsx'
import { Stat, StatRow } from '../../ui/stat.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import './home.css'
import type { HomeFigures } from './home-figures.ts'
import { LatestRuns } from './latest-runs.tsx'

const refreshMs = 15_000

export function Page() {
  const projectId = useProjectId()
  const projectName = useSession('projectName')
  const { data, error, refetch } = useQuery({
    queryKey: ['project', projectId, 'home'],
    queryFn: ({ signal }) => api.project.home({ projectId }, { signal }),
    refetchInterval: refreshMs,
  })
  return (
    <>
      <PageHeader title={projectName} />
      <PageBody>
        {data ? (
          <Figures data={data} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState />
        )}
      </PageBody>
    </>
  )
}

function Figures({ data }: { readonly data: HomeFigures }) {
  const t = useT()
  const hasRuns = data.runs.total > 0
  return (
    <>
      <StatRow>
        <Stat label={t('home.components')} value={formatNumber(data.components)} to={links.components} />
        <Stat label={t('home.scenarios')} value={formatNumber(data.scenarios)} to={links.scenarios} />
        <Stat
          label={t('home.runs')}
          value={formatNumber(data.runs.total)}
          note={hasRuns ? t('home.runsNote', data.runs) : undefined}
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
        <Stat
          label={t('home.members')}
          value={formatNumber(data.members)}
          to="/pone/atf/projects/projectManagement?tab=members"
        />
      </StatRow>
      {hasRuns ? (
        <>
          <section className="panel-block">
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
            <Changes changes={data.latestChanges} />
          </div>
        </>
      ) : (
        <div className="panel-grid">
          <FirstSteps data={data} />
          <Changes changes={data.latestChanges} />
        </div>
      )}
    </>
  )
}

/** The suggested next step in a project without runs. */
function nextStep(data: HomeFigures) {
  if (data.components === 0)
    return { to: links.components, label: 'home.createComponent', needs: 'component.edit' } as const
  if (data.scenarios === 0)
    return { to: links.scenarios, label: 'home.createScenario', needs: 'scenario.edit' } as const
  return { to: links.scenarios, label: 'home.execute', needs: 'run.execute' } as const
}

function FirstSteps({ data }: { readonly data: HomeFigures }) {
  const t = useT()
  const next = nextStep(data)
  const can = useCan(next.needs)
  return (
    <EmptyState
      title={t('home.noRuns')}
      text={t(data.scenarios === 0 ? 'home.noRunsText' : 'home.readyText')}
      action={
        can && (
          <Link to={next.to}>
            <Button type="primary">{t(next.label)}</Button>
          </Link>
        )
      }
    />
  )
}

function Changes({ changes }: { readonly changes: HomeFigures['latestChanges'] }) {
  const t = useT()
  const actionText = useActionText()
  return (
    <section>
      <h2 className="panel-title">{t('home.latestChanges')}</h2>
      {changes.length === 0 && <p className="secondary">{t('home.noChanges')}</p>}
      <ol className="home-changes">
        {changes.map(change => (
          <li key={`${change.at} ${change.action} ${change.target}`}>
            <span
              className="home-change-what"
              title={`${change.account} ${actionText(change.action)} ${change.target}`}
            >
              <b>{change.account}</b> {actionText(change.action)}{' '}
              <span className="secondary">{change.target}</span>
            </span>
            <span className="faint">
              <TimeText at={change.at} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
