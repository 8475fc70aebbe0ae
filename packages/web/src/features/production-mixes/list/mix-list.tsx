/** The list of production mixes, with the import of a log. */
import { UploadOutlined } from '@ant-design/icons'
import type { ProductionMixRow } from '@pone/contract/entities/production-mix.ts'
import { formatNumber } from '@pone/metrics/figures.ts'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useProjectId } from '../../../lib/project.ts'
import { useCan } from '../../../lib/session/session.ts'
import type { DataColumn } from '../../../ui/data-table/data-column.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { RowActions } from '../../../ui/data-table/row-actions.tsx'
import { SearchField } from '../../../ui/data-table/search-field.tsx'
import { useList } from '../../../ui/data-table/use-list.ts'
import { useTableQuery } from '../../../ui/data-table/use-table-query.ts'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { ImportDialog } from '../import/import-dialog.tsx'
import { readInWorker } from '../import/read-mix.ts'
import { mixesKey } from '../mix-queries.ts'
import { RenameDialog } from './rename-dialog.tsx'
import { useMixActions } from './use-mix-actions.ts'

const listOptions = {
  sort: 'createdAt' as 'name' | 'createdAt' | 'requests',
  descending: true,
  filters: {},
}
/** Widths of the table in px below which columns join: in windows of 1,440 and of 1,024 px. */
const usual = 1_280
const narrow = 960
type Column = DataColumn<ProductionMixRow, (typeof listOptions)['sort']>

export function MixList() {
  const t = useT()
  const navigate = useNavigate()
  const projectId = useProjectId()
  const canEdit = useCan('scenario.edit')
  const list = useList(listOptions)
  const [isImporting, setImporting] = useState(false)
  const [renamed, setRenamed] = useState<ProductionMixRow | null>(null)
  const columns = useColumns(setRenamed)
  const { page, pageSize, search, sort, descending } = list
  const input = { projectId, page, pageSize, search, sort, descending }
  const query = useTableQuery({
    queryKey: [...mixesKey, projectId, 'list', input],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => api.productionMix.list(input, { signal }),
  })
  return (
    <>
      <PageHeader
        title={t('route.productionMix')}
        actions={
          canEdit && (
            <Button type="primary" icon={<UploadOutlined />} onClick={() => setImporting(true)}>
              {t('mix.import')}
            </Button>
          )
        }
      />
      <PageBody>
        <DataTable
          storageKey="productionMixes"
          label={t('route.productionMix')}
          columns={columns}
          query={query}
          list={list}
          rowId={mix => mix.id}
          onRowClick={mix => void navigate(links.productionMix(mix.id))}
          filters={
            <SearchField
              value={search}
              placeholder={t('mix.search')}
              onSearch={wanted => list.setFilters({ search: wanted })}
            />
          }
          empty={{
            title: t('mix.emptyTitle'),
            text: t('mix.emptyText'),
            ...(canEdit && { startWith: t('mix.import') }),
          }}
        />
      </PageBody>
      {isImporting && <ImportDialog start={readInWorker} onClose={() => setImporting(false)} />}
      {renamed !== null && <RenameDialog mix={renamed} onClose={() => setRenamed(null)} />}
    </>
  )
}

function useColumns(onRename: (mix: ProductionMixRow) => void): readonly Column[] {
  const t = useT()
  const actionsOf = useMixActions(onRename)
  return useMemo(
    (): readonly Column[] => [
      {
        key: 'name',
        title: t('mix.name'),
        sort: 'name',
        visibility: 'always',
        render: mix => <Link to={links.productionMix(mix.id)}>{mix.name}</Link>,
      },
      {
        key: 'source',
        title: t('mix.source'),
        joins: { to: 'name', below: narrow },
        render: ({ source: { name } }) => <span title={name}>{name}</span>,
      },
      {
        key: 'from',
        title: t('mix.from'),
        render: mix => <TimeText at={mix.fromMs} />,
      },
      {
        key: 'until',
        title: t('mix.until'),
        joins: { to: 'from', below: usual },
        render: mix => <TimeText at={mix.toMs} />,
      },
      {
        key: 'requests',
        title: t('mix.requests'),
        sort: 'requests',
        align: 'right',
        render: mix => formatNumber(mix.requests),
      },
      {
        key: 'templates',
        title: t('mix.templates'),
        align: 'right',
        joins: { to: 'requests', below: narrow },
        render: mix => formatNumber(mix.templates),
      },
      { key: 'createdBy', title: t('mix.createdBy'), visibility: 'optional', render: mix => mix.createdBy },
      {
        key: 'createdAt',
        title: t('mix.createdAt'),
        sort: 'createdAt',
        render: mix => <TimeText at={mix.createdAt} />,
      },
      {
        key: 'actions',
        title: '',
        visibility: 'always',
        fixed: 'right',
        align: 'right',
        width: 150,
        render: mix => <RowActions of={mix.name} actions={actionsOf(mix)} shown={2} />,
      },
    ],
    [t, actionsOf],
  )
}
