/** All load machines: search, monitor, edit, move, take out of service, rotate keys, delete. */
import type { AdminMachine } from '@pone/contract/entities/cluster.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { ListFilter } from '../../../ui/data-table/list-filter.tsx'
import { SearchField } from '../../../ui/data-table/search-field.tsx'
import { type ChosenRows, readAllRows, useChosenRows } from '../../../ui/data-table/use-chosen-rows.ts'
import { type ListState, useList } from '../../../ui/data-table/use-list.ts'
import { useTableQuery } from '../../../ui/data-table/use-table-query.ts'
import { clustersKey, refreshMs, useChoices } from '../cluster-queries.ts'
import { type MachineActions, useMachineActions } from './machine-actions.tsx'
import { type MachineSort, useMachineColumns } from './machine-columns.tsx'
import { MachineDialog } from './machine-dialog.tsx'
import { MachineDrawer } from './machine-drawer.tsx'
import { MoveDialog } from './move-dialog.tsx'

const states = ['all', 'online', 'offline', 'running', 'idle', 'outOfService', 'revoked'] as const
/** The maximum of one call. */
const mostAtOnce = 1_000
const listOptions = {
  sort: 'name' as MachineSort,
  descending: false,
  filters: { state: 'all', clusterId: 'all' },
}

/** @param newLabel label of the button above, named while there are no machines */
export function MachinesTab({ newLabel }: { readonly newLabel: string | undefined }) {
  const t = useT()
  const list = useList(listOptions)
  const [shownId, setShownId] = useState<string | null>(null)
  const [edited, setEdited] = useState<AdminMachine | null>(null)
  const [isMoving, setMoving] = useState(false)
  const { page, pageSize, search, sort, descending, filters } = list
  const asked = {
    search,
    sort,
    descending,
    clusterId: filters.clusterId,
    state: filters.state as (typeof states)[number],
  }
  const query = useTableQuery({
    queryKey: [...clustersKey, 'machines', { ...asked, page, pageSize }],
    queryFn: ({ signal }) => api.loadMachine.list({ ...asked, page, pageSize }, { signal }),
    refetchInterval: refreshMs,
  })
  const rows = query.data?.rows ?? []
  const chosen = useChosenRows(rows)
  const actions = useMachineActions(chosen.clear)
  const columns = useMachineColumns(actions, setEdited)
  const shown = rows.find(machine => machine.id === shownId)
  return (
    <>
      <DataTable
        storageKey="machines"
        label={t('cluster.tab.machines')}
        columns={columns}
        query={query}
        list={list}
        rowId={machine => machine.id}
        onRowClick={machine => setShownId(machine.id)}
        empty={{ title: t('machine.emptyTitle'), text: t('machine.emptyText'), startWith: newLabel }}
        filters={<MachineFilters list={list} />}
        selection={{
          ids: chosen.ids,
          onChange: chosen.change,
          most: mostAtOnce,
          chooseAll: async () =>
            chosen.add(
              await readAllRows(
                (each, size) => api.loadMachine.list({ ...asked, page: each, pageSize: size }),
                mostAtOnce,
              ),
            ),
          actions: <BulkButtons chosen={chosen} actions={actions} onMove={() => setMoving(true)} />,
        }}
      />
      {shown && edited === null && (
        <MachineDrawer
          machine={shown}
          actions={<Button onClick={() => setEdited(shown)}>{t('action.edit')}</Button>}
          onClose={() => setShownId(null)}
        />
      )}
      {edited && <MachineDialog machine={edited} onClose={() => setEdited(null)} />}
      {isMoving && (
        <MoveDialog
          machines={chosen.rows}
          onClose={() => setMoving(false)}
          onDone={() => {
            setMoving(false)
            chosen.clear()
          }}
        />
      )}
    </>
  )
}

function MachineFilters({ list }: { readonly list: ListState<typeof listOptions.filters, MachineSort> }) {
  const t = useT()
  const { data: choices } = useChoices()
  return (
    <>
      <SearchField
        value={list.search}
        placeholder={t('machine.search')}
        onSearch={text => list.setFilters({ search: text })}
      />
      <ListFilter
        list={list}
        name="state"
        label={t('machine.state')}
        width={150}
        options={states.map(value => ({ value, label: t(`machine.filter.${value}`) }))}
      />
      <ListFilter
        list={list}
        name="clusterId"
        label={t('machine.clusters')}
        width={180}
        isSearched
        options={[
          { value: 'all', label: t('machine.clusterAll') },
          { value: 'none', label: t('machine.clusterNone') },
          ...(choices?.clusters ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </>
  )
}

function BulkButtons(props: {
  readonly chosen: ChosenRows<AdminMachine>
  readonly actions: MachineActions
  readonly onMove: () => void
}) {
  const { chosen, actions, onMove } = props
  const t = useT()
  return (
    <>
      <Button size="small" onClick={onMove}>
        {t('machine.move')}
      </Button>
      <Button size="small" onClick={() => actions.setService(chosen.ids, false)}>
        {t('machine.outOfService')}
      </Button>
      <Button size="small" onClick={() => actions.setService(chosen.ids, true)}>
        {t('machine.backInService')}
      </Button>
      <Button size="small" danger onClick={() => actions.remove(chosen.rows)}>
        {t('action.delete')}
      </Button>
    </>
  )
}
