/** Page runningMonitorInfo: one of the running monitors, chosen beside the title; the first one without a choice. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useUrlState } from '../../../lib/navigation/url-state.ts'
import { useProjectId } from '../../../lib/project.ts'
import { useSession } from '../../../lib/session/session.ts'
import { ButtonLink } from '../../../ui/page/button-link.tsx'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { monitorsKey, pollMs } from '../shared/monitor-queries.ts'
import { useMonitorTypes } from '../shared/use-monitor-types.ts'
import { MonitorPage } from './monitor-page.tsx'

const defaults = { id: '' }
/** More are found by search. */
const offered = 50

export function Page() {
  const t = useT()
  const language = useSession('language')
  const projectId = useProjectId()
  const types = useMonitorTypes()
  const [{ id }, change] = useUrlState(defaults)
  const [search, setSearch] = useState('')
  const running = useQuery({
    queryKey: [...monitorsKey, projectId, 'running', search],
    queryFn: ({ signal }) =>
      api.monitor.list({ projectId, isRunning: true, search, pageSize: offered }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  })
  const rows = running.data?.rows
  const chosen = id === '' && search === '' ? rows?.[0]?.id : id
  const choice = (
    <Select
      showSearch={{ filterOption: false, onSearch: setSearch }}
      aria-label={t('monitor.chooseRunning')}
      placeholder={t('monitor.chooseRunning')}
      style={{ width: 260 }}
      value={rows?.some(row => row.id === chosen) ? chosen : undefined}
      options={(rows ?? []).map(row => ({
        value: row.id,
        label: `${row.name} · ${types.nameOf(row, language)}`,
      }))}
      onChange={value => change({ id: value ?? '' })}
    />
  )
  if (chosen !== undefined && chosen !== '')
    return (
      <MonitorPage key={chosen} id={chosen} fallbackTitle={t('route.runningMonitorInfo')} choice={choice} />
    )
  return (
    <>
      <PageHeader title={t('route.runningMonitorInfo')} actions={search === '' ? undefined : choice} />
      <PageBody>
        {rows !== undefined ? (
          <EmptyState
            title={t('monitor.noneRunning')}
            text={t('monitor.noneRunningText')}
            action={<ButtonLink to={links.monitors}>{t('route.monitorManager')}</ButtonLink>}
          />
        ) : running.error ? (
          <ErrorState error={running.error} onRetry={() => void running.refetch()} />
        ) : (
          <LoadingState rows={8} />
        )}
      </PageBody>
    </>
  )
}
