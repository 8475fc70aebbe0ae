/** The list of monitoring links: on monitorManager it opens the editor, on monitorList the live topology. */
import { PlusOutlined } from '@ant-design/icons'
import { monitorStates } from '@pone/contract/entities/monitor.ts'
import type { MonitorLinkRow } from '@pone/contract/entities/monitor-link.ts'
import { formatNumber, noValue } from '@pone/metrics/figures.ts'
import { Button } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { useT } from '../../../../lib/i18n.ts'
import { links } from '../../../../lib/navigation/links.ts'
import { useProjectId } from '../../../../lib/project.ts'
import { useCan } from '../../../../lib/session/session.ts'
import type { DataColumn } from '../../../../ui/data-table/data-column.ts'
import { DataTable } from '../../../../ui/data-table/data-table.tsx'
import { ListFilter } from '../../../../ui/data-table/list-filter.tsx'
import { RowActions } from '../../../../ui/data-table/row-actions.tsx'
import { SearchField } from '../../../../ui/data-table/search-field.tsx'
import { useList } from '../../../../ui/data-table/use-list.ts'
import { useTableQuery } from '../../../../ui/data-table/use-table-query.ts'
import { PageBody, PageHeader } from '../../../../ui/page/page-header.tsx'
import { StatusTag } from '../../../../ui/status-tag.tsx'
import { TimeText } from '../../../../ui/time-text.tsx'
import { pollMs } from '../../shared/monitor-queries.ts'
import { linksKey } from '../link-queries.ts'
import { BindDialog } from './bind-dialog.tsx'
import { useLinkActions } from './use-link-actions.ts'

const listOptions = {
  sort: 'name' as 'name' | 'createdAt' | 'updatedAt',
  descending: false,
  filters: { state: '' },
}

export function LinkList({ of, tabs }: { readonly of: 'manager' | 'wall'; readonly tabs: ReactNode }) {
  const t = useT()
  const navigate = useNavigate()
  const projectId = useProjectId()
  const canEdit = useCan('monitor.edit')
  const list = useList(listOptions)
  const [bound, setBound] = useState<MonitorLinkRow | null>(null)
  const columns = useColumns({ of, canEdit, onBind: setBound })
  const { page, pageSize, search, sort, descending, filters } = list
  const input = {
    projectId,
    page,
    pageSize,
    search,
    sort,
    descending,
    isRunning: filters.state === '' ? null : filters.state === 'running',
  }
  const query = useTableQuery({
    queryKey: [...linksKey, projectId, 'list', input],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => api.monitorLink.list(input, { signal }),
    refetchInterval: pollMs,
  })
  const openOf = of === 'manager' ? links.editLink : links.liveLink
  return (
    <>
      <PageHeader
        title={t(of === 'manager' ? 'route.monitorManager' : 'route.monitorList')}
        note={tabs}
        actions={
          canEdit && (
            <Button
              type="primary"
              icon={<PlusOutlined />}
              onClick={() => void navigate(links.editLink('new'))}
            >
              {t('monitorLink.new')}
            </Button>
          )
        }
      />
      <PageBody>
        <DataTable
          storageKey="monitorLinks"
          label={t('monitorLink.tab.links')}
          columns={columns}
          query={query}
          list={list}
          rowId={link => link.id}
          onRowClick={link => void navigate(openOf(link.id))}
          filters={
            <>
              <SearchField
                value={search}
                placeholder={t('monitorLink.search')}
                onSearch={wanted => list.setFilters({ search: wanted })}
              />
              <ListFilter
                list={list}
                name="state"
                label={t('monitorLink.state')}
                options={[
                  { value: '', label: t('monitorLink.allStates') },
                  { value: 'running', label: t('monitorLink.running') },
                  { value: 'stopped', label: t('monitorLink.stopped') },
                ]}
              />
            </>
          }
          empty={{
            title: t('monitorLink.emptyTitle'),
            text: t('monitorLink.emptyText'),
            ...(canEdit && { startWith: t('monitorLink.new') }),
          }}
        />
      </PageBody>
      {bound && <BindDialog link={bound} onClose={() => setBound(null)} />}
    </>
  )
}

type Column = DataColumn<MonitorLinkRow, (typeof listOptions)['sort']>

function useColumns(use: {
  readonly of: 'manager' | 'wall'
  readonly canEdit: boolean
  readonly onBind: (link: MonitorLinkRow) => void
}): readonly Column[] {
  const { of, canEdit, onBind } = use
  const t = useT()
  const rowActions = useRowActions(canEdit, onBind)
  return useMemo((): readonly Column[] => {
    return [
      {
        key: 'name',
        title: t('monitorLink.name'),
        sort: 'name',
        visibility: 'always',
        render: link => (
          <Link to={of === 'manager' ? links.editLink(link.id) : links.liveLink(link.id)}>{link.name}</Link>
        ),
      },
      {
        key: 'state',
        title: t('monitorLink.state'),
        visibility: 'always',
        render: link => (
          <StatusTag tone={link.isRunning ? 'running' : 'off'}>
            {t(link.isRunning ? 'monitorLink.running' : 'monitorLink.stopped')}
          </StatusTag>
        ),
      },
      {
        key: 'monitors',
        title: t('monitorLink.monitors'),
        render: link => statesText(link, t),
      },
      {
        key: 'size',
        title: t('monitorLink.size'),
        render: link => `${formatNumber(link.nodes)} / ${formatNumber(link.edges)}`,
      },
      {
        key: 'binding',
        title: t('monitorLink.binding'),
        render: link =>
          link.scenarios.length === 0
            ? t('monitorLink.unbound')
            : `${t('monitorLink.bound')}: ${boundTo(link)}`,
      },
      {
        key: 'updatedAt',
        title: t('monitorLink.updatedAt'),
        sort: 'updatedAt',
        render: link => <TimeText at={link.updatedAt} />,
      },
      {
        key: 'actions',
        title: '',
        visibility: 'always',
        fixed: 'right',
        align: 'right',
        width: 130,
        render: link => <RowActions of={link.name} actions={rowActions(link)} shown={2} />,
      },
    ]
  }, [t, rowActions, of])
}

function useRowActions(canEdit: boolean, onBind: (link: MonitorLinkRow) => void) {
  const t = useT()
  const navigate = useNavigate()
  const actions = useLinkActions()
  return useMemo(
    () => (link: MonitorLinkRow) => [
      { key: 'watch', label: t('monitorLink.watch'), onClick: () => void navigate(links.liveLink(link.id)) },
      ...(canEdit
        ? [
            link.isRunning
              ? { key: 'stop', label: t('monitorLink.stop'), onClick: () => actions.stop(link) }
              : { key: 'start', label: t('monitorLink.start'), onClick: () => actions.start(link) },
            { key: 'edit', label: t('action.edit'), onClick: () => void navigate(links.editLink(link.id)) },
            { key: 'bind', label: t('monitorLink.bind'), onClick: () => onBind(link) },
            { key: 'copy', label: t('action.copy'), onClick: () => actions.copy(link) },
          ]
        : []),
      {
        key: 'flows',
        label: t('route.dataFlowReportManager'),
        onClick: () => void navigate(links.pastFlowReportsOf(link.name)),
      },
      ...(canEdit
        ? [
            {
              key: 'delete',
              label: t('action.delete'),
              isDangerous: true,
              onClick: () => actions.remove(link),
            },
          ]
        : []),
    ],
    [t, navigate, actions, canEdit, onBind],
  )
}

/** Numbers of its monitors by state. */
function statesText({ byState, monitors }: MonitorLinkRow, t: ReturnType<typeof useT>): string {
  if (monitors === 0) return noValue
  return monitorStates
    .filter(state => byState[state] > 0)
    .map(state => `${t(`monitor.state.${state}`)} ${formatNumber(byState[state])}`)
    .join(', ')
}

/** Names, or, where the caller may not read them, how many there are. */
function boundTo({ scenarios }: MonitorLinkRow): string {
  const names = scenarios.map(({ name }) => name).filter(name => name !== '')
  return names.length === 0 ? formatNumber(scenarios.length) : names.join(', ')
}
