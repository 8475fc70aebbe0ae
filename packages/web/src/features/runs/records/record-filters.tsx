/** Search and filters above the execution records. */
import { runVerdictSchema } from '@pone/contract/entities/run.ts'
import type { RunState } from '@pone/contract/states.ts'
import { Select } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { SearchField } from '../../../ui/data-table/search-field.tsx'
import type { ListState } from '../../../ui/data-table/use-list.ts'
import { periods, type RecordFilter, type RecordSort } from './record-list.ts'

export function RecordFilters({
  list,
  states,
}: {
  readonly list: ListState<RecordFilter, RecordSort>
  /** The states that records of this list can have. */
  readonly states: readonly RunState[]
}) {
  const t = useT()
  const select = (
    name: keyof RecordFilter,
    label: string,
    options: readonly { readonly value: string; readonly label: string }[],
  ) => (
    <Select<string>
      value={list.filters[name]}
      aria-label={label}
      popupMatchSelectWidth={false}
      options={[...options]}
      onChange={value => list.setFilters({ [name]: value })}
    />
  )
  return (
    <>
      <SearchField
        value={list.search}
        placeholder={t('run.record.search')}
        onSearch={search => list.setFilters({ search })}
      />
      {select('state', t('run.record.state'), [
        { value: 'all', label: t('run.record.filterState') },
        ...states.map(value => ({ value, label: t(`runState.${value}`) })),
      ])}
      {select('sla', t('run.record.sla'), [
        { value: 'all', label: t('run.record.filterSla') },
        ...runVerdictSchema.options.map(value => ({ value, label: t(`slaState.${value}`) })),
      ])}
      {select('period', t('run.record.period'), [
        { value: 'all', label: t('run.record.anyTime') },
        ...Object.entries(periods).map(([value, count]) => ({
          value,
          label: t('run.record.lastDays', { count }),
        })),
      ])}
    </>
  )
}
