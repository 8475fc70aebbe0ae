/** Page runningLogs: the live log of one of the running tasks. */
import { activeRunStates } from '@pone/contract/states.ts'
import { Select } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useT } from '../../../lib/i18n.ts'
import { useUrlState } from '../../../lib/navigation/url-state.ts'
import { ButtonLink } from '../../../ui/page/button-link.tsx'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { RunStateTag } from '../../../ui/run/run-state.tsx'
import { useLiveRun, useRuns } from '../run-queries.ts'
import { LogPanel } from './log-panel.tsx'
import '../run.css'

const defaults = { id: '' }

/** `choice`: beside the title, e.g. of another kind of log. */
export function Page({ choice }: { readonly choice?: ReactNode }) {
  const t = useT()
  const [{ id }, change] = useUrlState(defaults)
  const active = useRuns({ states: [...activeRunStates], pageSize: 50 })
  // Running imports are excluded.
  const runs = active.data?.rows.filter(run => run.source === 'run')
  // A run that ends while it is shown stays on the page.
  const chosen = id === '' ? runs?.[0]?.id : id
  const options = (runs ?? []).map(run => ({
    value: run.id,
    label: `#${run.number} ${run.scenarioName}`,
  }))
  return (
    <>
      <PageHeader
        title={t('route.runningLogs')}
        note={choice}
        actions={
          options.length > 0 && (
            <Select
              showSearch={{ optionFilterProp: 'label' }}
              aria-label={t('run.runningLogs.choose')}
              placeholder={t('run.runningLogs.choose')}
              style={{ width: 320 }}
              value={options.some(option => option.value === chosen) ? chosen : undefined}
              options={options}
              onChange={value => change({ id: value ?? '' })}
            />
          )
        }
      />
      <PageBody>
        {chosen !== undefined ? (
          <RunLog key={chosen} id={chosen} />
        ) : active.error && !runs ? (
          <ErrorState error={active.error} onRetry={() => void active.refetch()} />
        ) : !runs ? (
          <LoadingState />
        ) : (
          <EmptyState
            title={t('run.noneActive')}
            text={t('run.noneActiveText')}
            action={
              <ButtonLink to="/pone/atf/projects/loggingHistory">{t('route.loggingHistory')}</ButtonLink>
            }
          />
        )}
      </PageBody>
    </>
  )
}

function RunLog({ id }: { readonly id: string }) {
  const t = useT()
  const { live, error, retry } = useLiveRun(id)
  if (error) return <ErrorState error={error} onRetry={retry} />
  if (!live) return <LoadingState rows={10} />
  const { run } = live
  return (
    <>
      <p className="run-verdict">
        <RunStateTag state={run.state} />{' '}
        <Link to={`/pone/atf/projects/realTimeMonitoring?id=${id}`}>
          #{run.number} {run.scenarioName}
        </Link>{' '}
        <span className="secondary">{t('run.runningLogs.by', { by: run.startedBy })}</span>
      </p>
      <LogPanel live={live} />
    </>
  )
}
