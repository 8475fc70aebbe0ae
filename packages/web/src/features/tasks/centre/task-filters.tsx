/** Search and filters of the task centre. */
import { executionStates, executionTriggers, taskKinds } from '@pone/contract/entities/task.ts'
import { Select } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { SearchField } from '../../../ui/data-table/search-field.tsx'
import type { TaskScope } from '../task-queries.ts'
import { type CentreList, pastStates, periods, type View } from './centre-list.ts'

export function TaskFilters({
  scope,
  list,
  view,
}: {
  readonly scope: TaskScope
  readonly list: CentreList
  readonly view: View
}) {
  const t = useT()
  const select = (
    name: 'kind' | 'trigger' | 'state' | 'period',
    label: string,
    options: { value: string; label: string }[],
  ) => (
    <Select
      value={list.filters[name]}
      aria-label={label}
      popupMatchSelectWidth={false}
      options={options}
      onChange={value => list.setFilters({ [name]: value })}
    />
  )
  return (
    <>
      <SearchField
        value={list.search}
        placeholder={t(scope.kind === 'admin' ? 'task.centre.searchAll' : 'task.centre.search')}
        onSearch={search => list.setFilters({ search })}
      />
      {select('kind', t('task.centre.kind'), [
        { value: 'all', label: t('task.centre.anyKind') },
        ...taskKinds.map(value => ({ value: value as string, label: t(`task.centre.kind.${value}`) })),
      ])}
      {select('trigger', t('task.centre.trigger'), [
        { value: 'all', label: t('task.centre.anyTrigger') },
        ...executionTriggers.map(value => ({
          value: value as string,
          label: t(`task.centre.trigger.${value}`),
        })),
      ])}
      {(view === 'past' || view === 'all') &&
        select('state', t('task.centre.state'), [
          { value: 'all', label: t('task.centre.anyState') },
          ...(view === 'past' ? pastStates : executionStates).map(value => ({
            value: value as string,
            label: t(`executionState.${value}`),
          })),
        ])}
      {(view === 'past' || view === 'all') &&
        select('period', t('task.centre.period'), [
          { value: 'all', label: t('task.centre.anyTime') },
          ...Object.entries(periods).map(([value, count]) => ({
            value,
            label: t('task.centre.lastDays', { count }),
          })),
        ])}
    </>
  )
}
