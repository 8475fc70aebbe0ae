/** The list of packages with search and type filter, for both download centres. */
import { type InstallPackage, packageTypes } from '@pone/contract/entities/package.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { Select } from 'antd'
import { useT } from '../../lib/i18n.ts'
import { DataTable, type RowsPage } from '../../ui/data-table/data-table.tsx'
import type { RowAction } from '../../ui/data-table/row-actions.tsx'
import { SearchField } from '../../ui/data-table/search-field.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { usePackageColumns } from './package-columns.tsx'
import type { PackageListState } from './package-queries.ts'
import './packages.css'

export interface PackageTableProps {
  readonly list: PackageListState
  readonly query: UseQueryResult<RowsPage<InstallPackage> & { readonly isMaking: boolean }>
  readonly actionsOf: (row: InstallPackage) => readonly RowAction[]
  readonly isAdministrator: boolean
  readonly empty: { readonly title: string; readonly text: string; readonly startWith?: string }
}

export function PackageTable({ list, query, actionsOf, isAdministrator, empty }: PackageTableProps) {
  const t = useT()
  const columns = usePackageColumns(actionsOf, isAdministrator)
  return (
    <>
      {query.data?.isMaking === true && (
        <p className="package-making" role="status">
          <StatusTag tone="running">{t('package.making')}</StatusTag>
        </p>
      )}
      <DataTable
        storageKey={isAdministrator ? 'packages' : 'projectPackages'}
        label={t('route.downloadCenter')}
        columns={columns}
        query={query}
        list={list}
        rowId={row => row.id}
        empty={empty}
        filters={
          <>
            <SearchField
              value={list.search}
              placeholder={t('package.search')}
              onSearch={search => list.setFilters({ search })}
            />
            <Select
              value={list.filters.type}
              aria-label={t('package.type')}
              style={{ width: 140 }}
              onChange={type => list.setFilters({ type })}
              options={[
                { value: 'all', label: t('package.type.all') },
                ...packageTypes.map(value => ({ value: value as string, label: value as string })),
              ]}
            />
          </>
        }
      />
    </>
  )
}
