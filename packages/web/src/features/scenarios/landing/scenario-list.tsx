/** The list of scenarios with the result of the last run of each; shown while no scenario is open, of all sets or of one. */
import type { ScenarioRow } from '@pone/contract/entities/scenario.ts'
import { useT } from '../../../lib/i18n.ts'
import { useCan } from '../../../lib/session/session.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { ListFilter } from '../../../ui/data-table/list-filter.tsx'
import { SearchField } from '../../../ui/data-table/search-field.tsx'
import { useList } from '../../../ui/data-table/use-list.ts'
import { useExecute } from '../editor/use-execute.ts'
import { useScenarioColumns } from './scenario-columns.tsx'
import {
  type ScenarioListFilter,
  type ScenarioSort,
  scenarioListDefaults,
  scenarioStates,
} from './scenario-list-model.ts'
import { useScenarioList } from './use-scenario-list.ts'

export interface ScenarioListProps {
  /** Only scenarios of this set; null lists all. */
  readonly setId: string | null
  readonly onOpen: (id: string) => void
  readonly empty: { readonly title: string; readonly text?: string; readonly action?: React.ReactNode }
}

export function ScenarioList({ setId, onOpen, empty }: ScenarioListProps) {
  const t = useT()
  const list = useList<ScenarioSort, ScenarioListFilter>(scenarioListDefaults)
  const query = useScenarioList(setId, list)
  const execute = useExecute()
  const columns = useScenarioColumns({
    hasSets: setId === null,
    onOpen,
    execute: useCan('run.execute') ? execute : null,
  })
  return (
    <DataTable<ScenarioRow, ScenarioListFilter, ScenarioSort>
      storageKey={setId === null ? 'scenario-list' : 'scenario-set'}
      label={t('scenario.list.title')}
      columns={columns}
      query={query}
      list={list}
      rowId={row => row.id}
      onRowClick={row => onOpen(row.id)}
      filters={
        <>
          <SearchField
            value={list.search}
            placeholder={t('scenario.list.search')}
            onSearch={search => list.setFilters({ search })}
          />
          <ListFilter
            list={list}
            name="state"
            label={t('scenario.list.filter')}
            options={scenarioStates.map(value => ({ value, label: t(`scenario.list.filter.${value}`) }))}
          />
        </>
      }
      empty={empty}
    />
  )
}
