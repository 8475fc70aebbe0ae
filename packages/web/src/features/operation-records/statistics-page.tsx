/** /pone/atf/operationRecordStatistics: how often each action was done. */
import { operationRanges } from '@pone/contract/entities/operation-record.ts'
import { formatNumber, formatPercent } from '@pone/metrics/figures.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Progress, Table } from 'antd'
import { useNavigate } from 'react-router'
import { useActionText } from '../../lib/actions.ts'
import { api } from '../../lib/api.ts'
import { useT } from '../../lib/i18n.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { PageBody, PageHeader } from '../../ui/page-header.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/page-states.tsx'
import { Stat, StatRow } from '../../ui/stat.tsx'
import { RangeSelect } from './range-select.tsx'

const defaults = { range: '1w' as string }

export function Page() {
  const t = useT()
  const navigate = useNavigate()
  const actionText = useActionText()
  const [{ range }, change] = useUrlState(defaults)
  const known = operationRanges.find(value => value === range) ?? '1w'
  const { data, error, refetch } = useQuery({
    queryKey: ['operationRecords', 'statistics', known],
    queryFn: ({ signal }) => api.operationRecord.statistics({ range: known }, { signal }),
    placeholderData: keepPreviousData,
  })
  const total = (data ?? []).reduce((sum, row) => sum + row.count, 0)
  return (
    <>
      <PageHeader
        title={t('route.operationRecordStatistics')}
        backTo="/pone/atf/operationRecord"
        actions={<RangeSelect value={known} onChange={value => change({ range: value })} />}
      />
      <PageBody>
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <LoadingState />
        ) : data.length === 0 ? (
          <EmptyState title={t('record.emptyTitle')} />
        ) : (
          <>
            <StatRow>
              <Stat label={t('record.total')} value={formatNumber(total)} />
              <Stat label={t('record.kinds')} value={formatNumber(data.length)} />
            </StatRow>
            <Table
              style={{ marginTop: 24 }}
              size="small"
              rowKey="action"
              dataSource={data}
              pagination={false}
              rowClassName="data-table-row-opens"
              onRow={row => ({
                onClick: () =>
                  void navigate(
                    `/pone/atf/operationRecord?range=${known}&action=${encodeURIComponent(row.action)}`,
                  ),
              })}
              columns={[
                { key: 'action', title: t('record.action'), render: (_, row) => actionText(row.action) },
                {
                  key: 'count',
                  title: t('record.count'),
                  align: 'right',
                  width: 120,
                  sorter: (a, b) => a.count - b.count,
                  render: (_, row) => formatNumber(row.count),
                },
                {
                  key: 'share',
                  title: t('record.share'),
                  width: 260,
                  render: (_, row) => (
                    <Progress
                      size="small"
                      percent={(row.count / total) * 100}
                      format={percent => formatPercent(percent ?? 0)}
                    />
                  ),
                },
                {
                  key: 'accounts',
                  title: t('record.accounts'),
                  align: 'right',
                  width: 140,
                  render: (_, row) => formatNumber(row.accounts),
                },
              ]}
            />
          </>
        )}
      </PageBody>
    </>
  )
}
