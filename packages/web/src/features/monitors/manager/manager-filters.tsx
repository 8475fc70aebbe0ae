/** Search and filters of the list of monitors. */
import { monitorStates } from '@pone/contract/entities/monitor.ts'
import { useQuery } from '@tanstack/react-query'
import { useT } from '../../../lib/i18n.ts'
import { useProjectId } from '../../../lib/project.ts'
import { useSession } from '../../../lib/session/session.ts'
import { ListFilter } from '../../../ui/data-table/list-filter.tsx'
import { SearchField } from '../../../ui/data-table/search-field.tsx'
import { agentsQuery, groupsQuery } from '../shared/monitor-queries.ts'
import { typeLabel } from '../shared/monitor-types.ts'
import { useMonitorTypes } from '../shared/use-monitor-types.ts'
import type { MonitorListState } from './list-options.ts'

export function ManagerFilters({ list }: { readonly list: MonitorListState }) {
  const t = useT()
  const language = useSession('language')
  const projectId = useProjectId()
  const types = useMonitorTypes()
  const { data: groups } = useQuery(groupsQuery(projectId))
  const { data: agents } = useQuery(agentsQuery(projectId))
  const named = (entries: readonly { readonly id: string; readonly name: string }[] | undefined) =>
    (entries ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <SearchField
        value={list.search}
        placeholder={t('monitor.search')}
        onSearch={search => list.setFilters({ search })}
      />
      <ListFilter
        list={list}
        name="state"
        label={t('monitor.state')}
        options={[
          { value: '', label: t('monitor.allStates') },
          ...monitorStates.map(value => ({ value, label: t(`monitor.state.${value}`) })),
        ]}
      />
      <ListFilter
        list={list}
        name="type"
        label={t('monitor.type')}
        isSearched
        options={[
          { value: '', label: t('monitor.allTypes') },
          ...types.offered.map(type => ({
            value: type.name,
            label: typeLabel(type, types.offered, language),
          })),
        ]}
      />
      <ListFilter
        list={list}
        name="group"
        label={t('monitor.group')}
        isSearched
        options={[{ value: '', label: t('monitor.allGroups') }, ...named(groups)]}
      />
      <ListFilter
        list={list}
        name="agent"
        label={t('monitor.agent')}
        isSearched
        options={[{ value: '', label: t('monitor.allAgents') }, ...named(agents)]}
      />
    </>
  )
}
