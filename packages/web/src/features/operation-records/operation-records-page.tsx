/** /pone/atf/operationRecord: who changed what, when, from where, before and after. */
import { BarChartOutlined, DeleteOutlined } from '@ant-design/icons'
import { type OperationRecord, operationOutcomes } from '@pone/contract/entities/operation-record.ts'
import { noValue } from '@pone/metrics/figures.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useMemo, useState } from 'react'
import { allActions, useActionText, useActorText } from '../../lib/actions.ts'
import { api } from '../../lib/api.ts'
import { useT } from '../../lib/i18n.ts'
import { type DataColumn, DataTable } from '../../ui/data-table/data-table.tsx'
import { ListFilter } from '../../ui/data-table/list-filter.tsx'
import { SearchField } from '../../ui/data-table/search-field.tsx'
import { type ListState, useList } from '../../ui/data-table/use-list.ts'
import { ButtonLink } from '../../ui/page/button-link.tsx'
import { PageBody, PageHeader } from '../../ui/page/page-header.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { OutcomeTag } from './outcome-tag.tsx'
import { PruneDialog } from './prune-dialog.tsx'
import { type OperationRange, RangeSelect } from './range-select.tsx'
import { RecordDrawer } from './record-drawer.tsx'

const outcomes = ['all', ...operationOutcomes] as const
const listOptions = { sort: 'at' as const, filters: { range: '1w', action: '', account: '', outcome: 'all' } }

export function Page() {
  const t = useT()
  const list = useList(listOptions)
  const [opened, setOpened] = useState<OperationRecord | null>(null)
  const [isPruning, setPruning] = useState(false)
  const { range, action, account } = list.filters
  const outcome = outcomes.find(each => each === list.filters.outcome) ?? 'all'
  const query = useQuery({
    queryKey: ['operationRecords', list.page, list.pageSize, list.search, list.filters],
    queryFn: ({ signal }) =>
      api.operationRecord.list(
        {
          page: list.page,
          pageSize: list.pageSize,
          search: list.search,
          range: range as OperationRange,
          action,
          account,
          outcome,
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })
  const columns = useRecordColumns()
  return (
    <>
      <PageHeader
        title={t('route.operationRecord')}
        actions={
          <>
            <ButtonLink to="/pone/atf/operationRecordStatistics" icon={<BarChartOutlined />}>
              {t('record.statistics')}
            </ButtonLink>
            <Button icon={<DeleteOutlined />} onClick={() => setPruning(true)}>
              {t('record.prune')}
            </Button>
          </>
        }
      />
      <PageBody>
        <DataTable
          storageKey="operationRecords"
          label={t('route.operationRecord')}
          columns={columns}
          query={query}
          list={list}
          rowId={record => record.id}
          onRowClick={setOpened}
          empty={{ title: t('record.emptyTitle') }}
          filters={<RecordFilters list={list} />}
        />
      </PageBody>
      {opened && <RecordDrawer record={opened} onClose={() => setOpened(null)} />}
      {isPruning && <PruneDialog onClose={() => setPruning(false)} />}
    </>
  )
}

function RecordFilters({ list }: { readonly list: ListState<typeof listOptions.filters, 'at'> }) {
  const t = useT()
  const actionText = useActionText()
  const { range, action, account } = list.filters
  return (
    <>
      <RangeSelect value={range} onChange={value => list.setFilters({ range: value })} />
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        value={action}
        aria-label={t('record.action')}
        style={{ width: 210 }}
        onChange={value => list.setFilters({ action: value })}
        options={[
          { value: '', label: t('record.allActions') },
          ...allActions.map(value => ({ value, label: actionText(value) })),
        ]}
      />
      <ListFilter
        list={list}
        name="outcome"
        label={t('record.outcome')}
        options={outcomes.map(value => ({ value, label: t(`record.outcome.${value}`) }))}
      />
      <SearchField
        value={account}
        placeholder={t('record.account')}
        onSearch={value => list.setFilters({ account: value })}
      />
      <SearchField
        value={list.search}
        placeholder={t('record.search')}
        onSearch={search => list.setFilters({ search })}
      />
    </>
  )
}

function useRecordColumns(): readonly DataColumn<OperationRecord, 'at'>[] {
  const t = useT()
  const actionText = useActionText()
  const actorText = useActorText()
  return useMemo(
    () => [
      {
        key: 'at',
        title: t('record.at'),
        visibility: 'always',
        width: 170,
        render: record => <TimeText at={record.at} withSeconds />,
      },
      {
        key: 'account',
        title: t('user.account'),
        render: record => (
          <>
            {actorText(record) || noValue}
            {record.asAdministrator && <span className="faint"> · {t('record.asAdministrator')}</span>}
            {record.apiToken !== null && (
              <span className="faint"> · {t('record.byApiToken', { name: record.apiToken })}</span>
            )}
          </>
        ),
      },
      {
        key: 'action',
        title: t('record.action'),
        visibility: 'always',
        render: record => actionText(record.action),
      },
      { key: 'target', title: t('record.target'), render: record => record.target || noValue },
      { key: 'project', title: t('record.project'), render: record => record.projectName ?? noValue },
      {
        key: 'outcome',
        title: t('record.outcome'),
        render: record => <OutcomeTag outcome={record.outcome} />,
      },
      {
        key: 'from',
        title: t('record.from'),
        render: record => <span className="code">{record.from || noValue}</span>,
      },
    ],
    [t, actionText, actorText],
  )
}
