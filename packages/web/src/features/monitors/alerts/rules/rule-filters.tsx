/** Search and filters of the list of alert rules. */
import { alertLevels } from '@pone/alerts/rule.ts'
import { useT } from '../../../../lib/i18n.ts'
import { ListFilter } from '../../../../ui/data-table/list-filter.tsx'
import { SearchField } from '../../../../ui/data-table/search-field.tsx'
import { MonitorFilter } from '../shared/monitor-filter.tsx'
import type { RuleListState } from './rule-list-options.ts'

export function RuleFilters({ list }: { readonly list: RuleListState }) {
  const t = useT()
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
      <MonitorFilter value={list.filters.monitor} onChange={monitor => list.setFilters({ monitor })} />
    </>
  )
}
