/** Every change of the licence, latest first. */
import type { LicenceChange } from '@pone/contract/entities/licence.ts'
import { formatNumber, noValue } from '@pone/metrics/figures.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../lib/api.ts'
import { useT } from '../../lib/i18n.ts'
import { type DataColumn, DataTable } from '../../ui/data-table/data-table.tsx'
import { useList } from '../../ui/data-table/use-list.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import { TimeText } from '../../ui/time-text.tsx'

const listOptions = { sort: 'at' as const }

export function LicenceHistory() {
  const t = useT()
  const list = useList(listOptions)
  const query = useQuery({
    queryKey: ['licence', 'history', list.page, list.pageSize],
    queryFn: ({ signal }) => api.licence.history({ page: list.page, pageSize: list.pageSize }, { signal }),
    placeholderData: keepPreviousData,
  })
  const columns = useMemo(
    (): DataColumn<LicenceChange, 'at'>[] => [
      { key: 'at', title: t('licence.at'), width: 170, render: change => <TimeText at={change.at} /> },
      {
        key: 'kind',
        title: t('licence.kind'),
        width: 110,
        render: ({ kind }) => (
          <StatusTag tone={kind === 'installed' ? 'passed' : 'off'}>{t(`licence.kind.${kind}`)}</StatusTag>
        ),
      },
      {
        key: 'holder',
        title: t('licence.holder'),
        ellipsis: true,
        render: ({ grant }) => grant?.holder ?? noValue,
      },
      {
        key: 'totalUsers',
        title: t('licence.totalUsers'),
        align: 'right',
        width: 160,
        render: ({ grant }) => (grant === null ? noValue : formatNumber(grant.totalUsers)),
      },
      {
        key: 'authorisedDays',
        title: t('licence.authorisedDays'),
        align: 'right',
        width: 140,
        render: ({ grant }) =>
          grant === null
            ? noValue
            : grant.authorisedDays === null
              ? t('licence.unlimited')
              : formatNumber(grant.authorisedDays),
      },
      { key: 'by', title: t('licence.by'), width: 160, ellipsis: true, render: change => change.by },
    ],
    [t],
  )
  return (
    <section className="panel-block">
      <h2 className="panel-title">{t('licence.history')}</h2>
      <DataTable
        storageKey="licenceHistory"
        label={t('licence.history')}
        columns={columns}
        query={query}
        list={list}
        rowId={change => change.id}
        empty={{ title: t('licence.historyEmpty'), text: t('licence.historyEmptyText') }}
      />
    </section>
  )
}
