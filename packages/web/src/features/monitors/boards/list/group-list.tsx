/** The list of chart groups on the page monitorBoard. */
import { PlusOutlined } from '@ant-design/icons'
import type { ChartGroupRow } from '@pone/contract/entities/chart-group.ts'
import { formatNumber } from '@pone/metrics/figures.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { api } from '../../../../lib/api.ts'
import { showError } from '../../../../lib/api-error.ts'
import { useT } from '../../../../lib/i18n.ts'
import { links } from '../../../../lib/navigation/links.ts'
import { notify } from '../../../../lib/notices.ts'
import { useProjectId } from '../../../../lib/project.ts'
import { useCan } from '../../../../lib/session/session.ts'
import type { DataColumn } from '../../../../ui/data-table/data-column.ts'
import { DataTable } from '../../../../ui/data-table/data-table.tsx'
import { RowActions } from '../../../../ui/data-table/row-actions.tsx'
import { SearchField } from '../../../../ui/data-table/search-field.tsx'
import { useList } from '../../../../ui/data-table/use-list.ts'
import { useTableQuery } from '../../../../ui/data-table/use-table-query.ts'
import { useConfirm } from '../../../../ui/page/confirm.tsx'
import { PageBody, PageHeader } from '../../../../ui/page/page-header.tsx'
import { TimeText } from '../../../../ui/time-text.tsx'
import { groupsKey } from '../board-queries.ts'

const listOptions = {
  sort: 'name' as 'name' | 'createdAt' | 'updatedAt',
  descending: false,
  filters: {},
}
type Column = DataColumn<ChartGroupRow, (typeof listOptions)['sort']>

export function GroupList() {
  const t = useT()
  const navigate = useNavigate()
  const projectId = useProjectId()
  const canEdit = useCan('monitor.edit')
  const list = useList(listOptions)
  const columns = useColumns(canEdit)
  const { page, pageSize, search, sort, descending } = list
  const input = { projectId, page, pageSize, search, sort, descending }
  const query = useTableQuery({
    queryKey: [...groupsKey, projectId, 'list', input],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => api.chartGroup.list(input, { signal }),
  })
  return (
    <>
      <PageHeader
        title={t('route.monitorBoard')}
        actions={
          canEdit && (
            <Button
              type="primary"
              icon={<PlusOutlined />}
              onClick={() => void navigate(links.editCharts('new'))}
            >
              {t('chartGroup.new')}
            </Button>
          )
        }
      />
      <PageBody>
        <DataTable
          storageKey="chartGroups"
          label={t('chartGroup.many')}
          columns={columns}
          query={query}
          list={list}
          rowId={group => group.id}
          onRowClick={group => void navigate(links.board(group.id))}
          filters={
            <SearchField
              value={search}
              placeholder={t('chartGroup.search')}
              onSearch={wanted => list.setFilters({ search: wanted })}
            />
          }
          empty={{
            title: t('chartGroup.emptyTitle'),
            text: t('chartGroup.emptyText'),
            ...(canEdit && { startWith: t('chartGroup.new') }),
          }}
        />
      </PageBody>
    </>
  )
}

function useColumns(canEdit: boolean): readonly Column[] {
  const t = useT()
  const actionsOf = useGroupActions(canEdit)
  return useMemo(
    (): readonly Column[] => [
      {
        key: 'name',
        title: t('chartGroup.name'),
        sort: 'name',
        visibility: 'always',
        render: group => <Link to={links.board(group.id)}>{group.name}</Link>,
      },
      {
        key: 'style',
        title: t('chartGroup.style'),
        render: group => t(`chartGroup.style.${group.style}`),
      },
      {
        key: 'charts',
        title: t('chartGroup.charts'),
        align: 'right',
        render: group => formatNumber(group.charts),
      },
      {
        key: 'updatedBy',
        title: t('chartGroup.updatedBy'),
        render: group => group.updatedBy,
      },
      {
        key: 'updatedAt',
        title: t('chartGroup.updatedAt'),
        sort: 'updatedAt',
        render: group => <TimeText at={group.updatedAt} />,
      },
      {
        key: 'actions',
        title: '',
        visibility: 'always',
        fixed: 'right',
        align: 'right',
        width: 130,
        render: group => <RowActions of={group.name} actions={actionsOf(group)} shown={2} />,
      },
    ],
    [t, actionsOf],
  )
}

function useGroupActions(canEdit: boolean) {
  const t = useT()
  const navigate = useNavigate()
  const projectId = useProjectId()
  const cache = useQueryClient()
  const confirm = useConfirm()
  return useMemo(() => {
    const finish = (text: string) => {
      notify({ kind: 'success', text })
      return cache.invalidateQueries({ queryKey: groupsKey })
    }
    const copy = ({ id }: ChartGroupRow) => {
      api.chartGroup
        .copy({ projectId, id })
        .then(() => finish(t('chartGroup.copied')))
        .catch(showError)
    }
    const remove = ({ id, name }: ChartGroupRow) =>
      confirm({
        title: t('chartGroup.deleteTitle', { name }),
        text: t('chartGroup.deleteText'),
        verb: t('action.delete'),
        onConfirm: async () => {
          await api.chartGroup.delete({ projectId, ids: [id] })
          await finish(t('notice.deleted'))
        },
      })
    return (group: ChartGroupRow) => [
      { key: 'watch', label: t('chartGroup.watch'), onClick: () => void navigate(links.board(group.id)) },
      ...(canEdit
        ? [
            {
              key: 'edit',
              label: t('action.edit'),
              onClick: () => void navigate(links.editCharts(group.id)),
            },
            { key: 'copy', label: t('action.copy'), onClick: () => copy(group) },
            { key: 'delete', label: t('action.delete'), isDangerous: true, onClick: () => remove(group) },
          ]
        : []),
    ]
  }, [t, navigate, projectId, cache, confirm, canEdit])
}
