/** Page threadDumps: all thread dumps of the project, or those of one order in three views. */
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useProjectId } from '../../../lib/project.ts'
import { ButtonLink } from '../../../ui/page/button-link.tsx'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { ProfileRetentionDialog } from '../../../ui/retention/profile-retention-dialog.tsx'
import { seriesListQuery } from './data/thread-queries.ts'
import { SeriesPage } from './series-page.tsx'
import { useSeriesState } from './series-state.ts'
import { SeriesTable } from './series-table.tsx'
import './threads.css'

export function Page() {
  const view = useSeriesState()
  const { id } = view.state
  return id === '' ? <AllSeries /> : <SeriesPage key={id} id={id} view={view} />
}

function AllSeries() {
  const t = useT()
  const projectId = useProjectId()
  const [isRetention, setRetention] = useState(false)
  const { data, error, refetch } = useQuery(seriesListQuery(projectId, null))
  return (
    <>
      <PageHeader
        title={t('route.threadDumps')}
        backTo={links.monitors}
        actions={<Button onClick={() => setRetention(true)}>{t('profileRetention.open')}</Button>}
      />
      <PageBody>
        {data === undefined ? (
          error ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : (
            <LoadingState rows={8} />
          )
        ) : data.length === 0 ? (
          <EmptyState
            title={t('threads.emptyTitle')}
            text={t('threads.emptyText')}
            action={<ButtonLink to={links.monitors}>{t('route.monitorManager')}</ButtonLink>}
          />
        ) : (
          <SeriesTable rows={data} hasMonitor />
        )}
      </PageBody>
      {isRetention && <ProfileRetentionDialog onClose={() => setRetention(false)} />}
    </>
  )
}
