/** Search and filters of project lists. */
import { projectTypes } from '@pone/contract/entities/project.ts'
import { projectStatuses } from '@pone/contract/states.ts'
import { Select } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { SearchField } from '../../../ui/data-table/search-field.tsx'
import type { ListState } from '../../../ui/data-table/use-list.ts'

/** Initial list state for useList on project lists. */
export const projectListOptions = { sort: 'createdAt' as const, filters: { status: 'all', type: 'all' } }
export type ProjectListState = ListState<(typeof projectListOptions)['filters'], 'createdAt'>

type Status = (typeof projectStatuses)[number] | 'all'
type Type = (typeof projectTypes)[number] | 'all'

/** Converts a list state to query input; unknown filter values in the address mean all. */
export function projectQueryOf({ page, pageSize, search, filters }: ProjectListState) {
  const status: Status = projectStatuses.find(value => value === filters.status) ?? 'all'
  const type: Type = projectTypes.find(value => value === filters.type) ?? 'all'
  return { page, pageSize, search, status, type }
}

export function ProjectFilters({ list }: { readonly list: ProjectListState }) {
  const t = useT()
  return (
    <>
      <SearchField
        value={list.search}
        placeholder={t('project.search')}
        onSearch={search => list.setFilters({ search })}
      />
      <Select
        value={list.filters.status}
        aria-label={t('project.status')}
        style={{ width: 140 }}
        onChange={status => list.setFilters({ status })}
        options={(['all', ...projectStatuses] as const).map(value => ({
          value,
          label: t(`project.status.${value}`),
        }))}
      />
      <Select
        value={list.filters.type}
        aria-label={t('project.type')}
        style={{ width: 140 }}
        onChange={type => list.setFilters({ type })}
        options={(['all', ...projectTypes] as const).map(value => ({
          value,
          label: t(`project.type.${value}`),
        }))}
      />
    </>
  )
}
