/** Search and filters of project lists. */
import { projectStatuses, projectTypes } from '@pone/contract/states.ts'
import { Select } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { SearchField } from '../../../ui/data-table/search-field.tsx'
import type { ProjectListState } from './project-list.ts'

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
