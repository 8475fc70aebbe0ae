/** The spans of a trace, read from the project's tracing system; or why they are not there. */

import { ExportOutlined, NodeIndexOutlined, ReloadOutlined, WarningOutlined } from '@ant-design/icons'
import { traceIdSchema } from '@pone/contract/entities/trace.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useUrlState } from '../../../lib/navigation/url-state.ts'
import { useProjectId } from '../../../lib/project.ts'
import { useCan } from '../../../lib/session/session.ts'
import { ButtonLink } from '../../../ui/page/button-link.tsx'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { PageState } from '../../../ui/page/page-state.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { tracingConsoleQuery } from '../../../ui/run/tracing-console-query.ts'
import { ToldCause } from '../../../ui/told-cause.tsx'
import { FoundTrace } from './found-trace.tsx'
import { mayArrive, traceQuery } from './trace-query.ts'

/** Of the request: ms, -1 = not known; when it ended, 0 = not known. */
const defaults = { ms: -1, at: 0 }

export function TracePage({ traceId }: { readonly traceId: string }) {
  const t = useT()
  const { data: console } = useQuery(tracingConsoleQuery(useProjectId()))
  const address = console?.traceAddress ?? ''
  return (
    <>
      <PageHeader
        title={t('trace.title')}
        note={<code>{traceId}</code>}
        {...(address !== '' && {
          actions: (
            <Button
              icon={<ExportOutlined />}
              href={address.replaceAll('{traceId}', traceId)}
              target="_blank"
              rel="noopener noreferrer"
            >
              {t('trace.open')}
            </Button>
          ),
        })}
      />
      <PageBody>
        {traceIdSchema.safeParse(traceId).success ? (
          <Outcome traceId={traceId} />
        ) : (
          <EmptyState title={t('trace.noId')} text={t('trace.noIdText')} />
        )}
      </PageBody>
    </>
  )
}

function Outcome({ traceId }: { readonly traceId: string }) {
  const t = useT()
  const [{ ms, at }] = useUrlState(defaults)
  const { data, dataUpdatedAt, error, refetch, isFetching } = useQuery(
    traceQuery(useProjectId(), traceId, at),
  )
  const again = (
    <Button icon={<ReloadOutlined />} loading={isFetching} onClick={() => void refetch()}>
      {t('action.retry')}
    </Button>
  )
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <LoadingState rows={8} />
  switch (data.state) {
    case 'unset':
      return <NoSystem />
    case 'notFound':
      return mayArrive(at, dataUpdatedAt) ? (
        <PageState
          icon={<NodeIndexOutlined />}
          title={t('trace.notYet')}
          text={t('trace.notYetText')}
          action={again}
        />
      ) : (
        <PageState
          icon={<NodeIndexOutlined />}
          title={t('trace.notFound')}
          text={
            <>
              {t('trace.notFoundText')}
              <br />
              {t('trace.notFoundCauses')}
            </>
          }
          action={again}
        />
      )
    case 'failed':
      return (
        <PageState
          isAlert
          icon={<WarningOutlined />}
          title={t('trace.failed')}
          text={<ToldCause detail={data.cause} />}
          action={again}
        />
      )
    case 'found':
      return <FoundTrace trace={data.trace} measuredMs={ms < 0 ? null : ms} />
  }
}

function NoSystem() {
  const t = useT()
  const canEdit = useCan('project.edit')
  return (
    <EmptyState
      title={t('trace.noSystem')}
      text={canEdit ? t('trace.noSystemText') : `${t('trace.noSystemText')} ${t('trace.askManager')}`}
      {...(canEdit && { action: <ButtonLink to={links.tracing}>{t('trace.setSystem')}</ButtonLink> })}
    />
  )
}
