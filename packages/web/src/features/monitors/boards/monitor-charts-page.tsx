/** Page monitorCharts: the editor of chart groups; it needs a running monitor, whose counters can be chosen. */
import { WarningOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useUrlState } from '../../../lib/navigation/url-state.ts'
import { useProjectId } from '../../../lib/project.ts'
import { ButtonLink } from '../../../ui/page/button-link.tsx'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { PageState } from '../../../ui/page/page-state.tsx'
import { ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { groupsKey } from './board-queries.ts'
import { newGroup } from './edit/draft-model.ts'
import { GroupEditorPage } from './edit/group-editor.tsx'

const urlDefaults = { group: newGroup, link: '' }

export function Page() {
  const t = useT()
  const navigate = useNavigate()
  const projectId = useProjectId()
  const [{ group, link }] = useUrlState(urlDefaults)
  const running = useQuery({
    queryKey: [...groupsKey, projectId, 'running'],
    queryFn: async ({ signal }) => {
      const { linkMap } = await api.monitorView.getLinksByUserId({ projectId }, { signal })
      return Object.keys(linkMap).length
    },
    // Work that is not saved stays open when the last monitor stops.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const open = useCallback((id: string) => void navigate(links.editCharts(id), { replace: true }), [navigate])
  if (running.data !== undefined && running.data > 0)
    return <GroupEditorPage id={group} linkId={link} onOpen={open} />
  return (
    <>
      <PageHeader title={t('route.monitorCharts')} backTo={links.boards} />
      <PageBody>
        {running.data === 0 ? (
          <PageState
            isAlert
            icon={<WarningOutlined />}
            title={t('chartGroup.runFirst')}
            text={t('chartGroup.runFirstText')}
            action={<ButtonLink to={links.monitors}>{t('chartGroup.toMonitors')}</ButtonLink>}
          />
        ) : running.error ? (
          <ErrorState error={running.error} onRetry={() => void running.refetch()} />
        ) : (
          <LoadingState rows={10} />
        )}
      </PageBody>
    </>
  )
}
