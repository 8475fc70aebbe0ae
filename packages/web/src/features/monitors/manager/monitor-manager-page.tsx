/** Page monitorManager: the monitors of the project: creating, editing, testing, starting and stopping them, in groups. */
import { PlusOutlined } from '@ant-design/icons'
import { type Monitor, maxMonitorsAtOnce } from '@pone/contract/entities/monitor.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useUrlState } from '../../../lib/navigation/url-state.ts'
import { useProjectId } from '../../../lib/project.ts'
import { useCan } from '../../../lib/session/session.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { readAllRows, useChosenRows } from '../../../ui/data-table/use-chosen-rows.ts'
import { useList } from '../../../ui/data-table/use-list.ts'
import { useTableQuery } from '../../../ui/data-table/use-table-query.ts'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { RetentionDrawer } from '../../../ui/retention/retention-drawer.tsx'
import { LinkPages, LinkTabs, linkUrl } from '../links/link-pages.tsx'
import { monitorsKey } from '../shared/monitor-queries.ts'
import { useMonitorActions } from '../shared/use-monitor-actions.ts'
import { CredentialDialog } from './credential-dialog.tsx'
import { DiscoverDialog } from './discover-dialog.tsx'
import { FilesDrawer } from './files-drawer.tsx'
import { GroupsDrawer } from './groups-drawer.tsx'
import { listKey, listOptions, monitorListQuery } from './list-options.ts'
import { ManagerFilters } from './manager-filters.tsx'
import { useMonitorColumns } from './monitor-columns.tsx'
import { MonitorDrawer } from './monitor-drawer.tsx'
import { MoveDialog } from './move-dialog.tsx'
import '../monitors.css'

/** What is open beside the list. */
type Opened =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'new' }
  | { readonly kind: 'edit'; readonly monitor: Monitor }
  | { readonly kind: 'groups' }
  | { readonly kind: 'discover' }
  | { readonly kind: 'files' }
  | { readonly kind: 'retention' }
  | { readonly kind: 'move' | 'credential'; readonly monitors: readonly Monitor[] }

const nothing: Opened = { kind: 'nothing' }

export function Page() {
  const [{ tab, link }] = useUrlState(linkUrl)
  return tab === 'links' ? <LinkPages of="manager" link={link} /> : <ManagedMonitors />
}

function ManagedMonitors() {
  const t = useT()
  const navigate = useNavigate()
  const canEdit = useCan('monitor.edit')
  const list = useList(listOptions)
  const [opened, setOpened] = useState<Opened>(nothing)
  const { query, chosen, chooseAll } = useMonitors(list)
  const actions = useMonitorActions()
  const columns = useMonitorColumns({
    canEdit,
    actions,
    onEdit: monitor => setOpened({ kind: 'edit', monitor }),
    onMove: monitor => setOpened({ kind: 'move', monitors: [monitor] }),
  })
  const close = () => setOpened(nothing)
  return (
    <>
      <PageHeader
        title={t('route.monitorManager')}
        note={<LinkTabs />}
        actions={
          <>
            <Button onClick={() => setOpened({ kind: 'groups' })}>{t('monitor.groups')}</Button>
            <Button onClick={() => setOpened({ kind: 'files' })}>{t('monitor.files')}</Button>
            <Button onClick={() => setOpened({ kind: 'retention' })}>{t('monitor.retention')}</Button>
            {canEdit && (
              <Button onClick={() => setOpened({ kind: 'discover' })}>{t('monitor.discover')}</Button>
            )}
            {canEdit && (
              <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpened({ kind: 'new' })}>
                {t('monitor.new')}
              </Button>
            )}
          </>
        }
      />
      <PageBody>
        <div className="monitor-rows">
          <DataTable
            storageKey="monitors"
            label={t('route.monitorManager')}
            columns={columns}
            query={query}
            list={list}
            rowId={monitor => monitor.id}
            onRowClick={monitor => void navigate(links.monitor(monitor.id))}
            filters={<ManagerFilters list={list} />}
            empty={{
              title: t('monitor.emptyTitle'),
              text: t('monitor.emptyText'),
              ...(canEdit && { startWith: t('monitor.new') }),
            }}
            {...(canEdit && {
              selection: {
                ids: chosen.ids,
                onChange: chosen.change,
                most: maxMonitorsAtOnce,
                chooseAll,
                actions: (
                  <BulkButtons
                    monitors={chosen.rows}
                    actions={actions}
                    onMove={() => setOpened({ kind: 'move', monitors: chosen.rows })}
                    onCredential={() => setOpened({ kind: 'credential', monitors: chosen.rows })}
                    onGone={chosen.clear}
                  />
                ),
              },
            })}
          />
        </div>
      </PageBody>
      <OpenedLayer opened={opened} onClose={close} />
    </>
  )
}

function OpenedLayer({ opened, onClose }: { readonly opened: Opened; readonly onClose: () => void }) {
  switch (opened.kind) {
    case 'nothing':
      return null
    case 'new':
      return <MonitorDrawer monitor={null} onClose={onClose} />
    case 'edit':
      return <MonitorDrawer monitor={opened.monitor} onClose={onClose} />
    case 'groups':
      return <GroupsDrawer onClose={onClose} />
    case 'discover':
      return <DiscoverDialog onClose={onClose} />
    case 'files':
      return <FilesDrawer onClose={onClose} />
    case 'retention':
      return <ProjectRetention onClose={onClose} />
    case 'move':
      return <MoveDialog monitors={opened.monitors} onClose={onClose} />
    case 'credential':
      return <CredentialDialog monitors={opened.monitors} onClose={onClose} />
  }
}

function ProjectRetention({ onClose }: { readonly onClose: () => void }) {
  const projectId = useProjectId()
  const canEdit = useCan('project.edit')
  return (
    <RetentionDrawer
      queryKey={[...monitorsKey, projectId, 'retention']}
      read={signal => api.monitor.retention({ projectId }, { signal })}
      save={retention => api.monitor.saveRetention({ projectId, retention })}
      isOfProject
      canEdit={canEdit}
      onClose={onClose}
    />
  )
}

/** The monitors of the current page, and the selected ones of all pages. */
function useMonitors(list: Parameters<typeof monitorListQuery>[1]) {
  const projectId = useProjectId()
  const cache = useQueryClient()
  const query = useTableQuery(monitorListQuery(projectId, list, { page: list.page, pageSize: list.pageSize }))
  const chosen = useChosenRows(query.data?.rows ?? [])
  return {
    query,
    chosen,
    chooseAll: async () => {
      // A list that was just read may be older than what another person changed.
      await cache.invalidateQueries({ queryKey: listKey(projectId), refetchType: 'none' })
      chosen.add(
        await readAllRows(
          (page, pageSize) => cache.fetchQuery(monitorListQuery(projectId, list, { page, pageSize })),
          maxMonitorsAtOnce,
        ),
      )
    },
  }
}

function BulkButtons(props: {
  readonly monitors: readonly Monitor[]
  readonly actions: ReturnType<typeof useMonitorActions>
  readonly onMove: () => void
  readonly onCredential: () => void
  /** Called when the selected monitors were deleted. */
  readonly onGone: () => void
}) {
  const { monitors, actions, onMove, onCredential, onGone } = props
  const t = useT()
  const stopped = monitors.filter(monitor => !monitor.isRunning)
  const running = monitors.filter(monitor => monitor.isRunning)
  return (
    <>
      <Button size="small" disabled={stopped.length === 0} onClick={() => actions.start(stopped)}>
        {t('monitor.start')}
      </Button>
      <Button size="small" disabled={running.length === 0} onClick={() => actions.stop(running)}>
        {t('monitor.stop')}
      </Button>
      <Button size="small" onClick={() => actions.copy(monitors)}>
        {t('action.copy')}
      </Button>
      <Button size="small" onClick={onMove}>
        {t('monitor.move')}
      </Button>
      <Button size="small" onClick={onCredential}>
        {t('monitor.changeCredential')}
      </Button>
      <Button size="small" danger onClick={() => actions.remove(monitors, onGone)}>
        {t('action.delete')}
      </Button>
    </>
  )
}
