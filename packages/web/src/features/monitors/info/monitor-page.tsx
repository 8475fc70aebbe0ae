/** The frame of the pages of one monitor: title, state, start and stop, and the monitor itself. */
import type { Monitor } from '@pone/contract/entities/monitor.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useProjectId } from '../../../lib/project.ts'
import { useCan, useSession } from '../../../lib/session/session.ts'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { usePollMs } from '../shared/monitor-live.ts'
import { monitorQuery } from '../shared/monitor-queries.ts'
import { MonitorStateTag } from '../shared/monitor-state.tsx'
import { targetAddress } from '../shared/monitor-types.ts'
import { useMonitorActions } from '../shared/use-monitor-actions.ts'
import { useMonitorTypes } from '../shared/use-monitor-types.ts'
import { MonitorInfo } from './monitor-info.tsx'

export function MonitorPage(props: {
  readonly id: string
  readonly fallbackTitle: string
  readonly backTo?: string
  /** Before the actions of the monitor, e.g. a choice of monitors. */
  readonly choice?: ReactNode
}) {
  const { id, fallbackTitle, choice, backTo = links.monitors } = props
  const projectId = useProjectId()
  const { data: monitor, error, refetch } = useQuery(monitorQuery(projectId, id, usePollMs()))
  return (
    <>
      <PageHeader
        title={monitor?.name ?? fallbackTitle}
        backTo={backTo}
        note={monitor && <Note monitor={monitor} />}
        actions={
          <>
            {choice}
            {monitor && <StartStop monitor={monitor} />}
          </>
        }
      />
      <PageBody>
        {monitor ? (
          <MonitorInfo key={monitor.id} monitor={monitor} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState rows={10} />
        )}
      </PageBody>
    </>
  )
}

function Note({ monitor }: { readonly monitor: Monitor }) {
  const language = useSession('language')
  const types = useMonitorTypes()
  const address = targetAddress(types.typeOf(monitor), monitor.params)
  return (
    <span className="monitor-note">
      <MonitorStateTag state={monitor.state} />
      <span className="secondary">{types.nameOf(monitor, language)}</span>
      {address !== '' && <span className="secondary code">{address}</span>}
      {monitor.url !== '' && (
        <a href={monitor.url} target="_blank" rel="noreferrer">
          {monitor.url}
        </a>
      )}
    </span>
  )
}

function StartStop({ monitor }: { readonly monitor: Monitor }) {
  const t = useT()
  const canEdit = useCan('monitor.edit')
  const actions = useMonitorActions()
  if (!canEdit) return null
  return monitor.isRunning ? (
    <Button onClick={() => actions.stop([monitor])}>{t('monitor.stop')}</Button>
  ) : (
    <Button type="primary" onClick={() => actions.start([monitor])}>
      {t('monitor.start')}
    </Button>
  )
}
