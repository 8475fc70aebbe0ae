/** Search and filters of the list of alert rules. */
import { alertLevels } from '@pone/alerts/rule.ts'
import { useQuery } from '@tanstack/react-query'
import { useT } from '../../../../lib/i18n.ts'
import { useProjectId } from '../../../../lib/project.ts'
import { ListFilter } from '../../../../ui/data-table/list-filter.tsx'
import { SearchField } from '../../../../ui/data-table/search-field.tsx'
import { monitorNamesQuery } from '../shared/alert-queries.ts'
import type { RuleListState } from './rule-list-options.ts'

export function RuleFilters({ list }: { readonly list: RuleListState }) {
  const t = useT()
  const { data: monitors } = useQuery(monitorNamesQuery(useProjectId()))
  return (
    <>
      <SearchField
        value={list.search}
        placeholder={t('alert.search')}
        onSearch={search => list.setFilters({ search })}
      />
      <ListFilter
        list={list}
        name="level"
        label={t('alert.level')}
        options={[
          { value: '', label: t('alert.allLevels') },
          ...alertLevels.map(value => ({ value, label: t(`alert.level.${value}`) })),
        ]}
      />
      <ListFilter
        list={list}
        name="enabled"
        label={t('alert.isEnabled')}
        options={[
          { value: '', label: t('alert.onAndOff') },
          { value: 'on', label: t('alert.on') },
          { value: 'off', label: t('alert.off') },
        ]}
      />
      <ListFilter
        list={list}
        name="monitor"
        label={t('alert.monitor')}
        isSearched
        options={[
          { value: '', label: t('alert.allMonitors') },
          ...(monitors ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </>
  )
}
