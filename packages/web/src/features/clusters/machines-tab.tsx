/** All load machines: find, watch, edit, move, take out of service, change keys, delete. */
import { PlusOutlined } from '@ant-design/icons'
import type { AdminMachine } from '@pone/contract/entities/cluster.ts'
import { Button } from 'antd'
import { useCallback, useState } from 'react'
import { api } from '../../lib/api.ts'
import { useT } from '../../lib/i18n.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { ListFilter } from '../../ui/data-table/list-filter.tsx'
import { SearchField } from '../../ui/data-table/search-field.tsx'
import { useList } from '../../ui/data-table/use-list.ts'
import { useTableQuery } from '../../ui/data-table/use-table-query.ts'
import { clustersKey, refreshMs, useChoices } from './cluster-queries.ts'
import { useMachineActions } from './machine-actions.tsx'
import { type MachineSort, useMachineColumns } from './machine-columns.tsx'
import { MachineDialog } from './machine-dialog.tsx'
import { MachineDrawer } from './machine-drawer.tsx'
import { MoveDialog } from './move-dialog.tsx'

const states = ['all', 'online', 'offline', 'running', 'idle', 'outOfService', 'revoked'] as const
const listOptions = {
  sort: 'name' as MachineSort,
  descending: false,
  filters: { state: 'all', clusterId: 'all' },
}

export function MachinesTab({ onAdd }: { readonly onAdd: () => void }) {
  const t = useT()
  const list = useList(listOptions)
  const [shownId, setShownId] = useState<string | null>(null)
  const [edited, setEdited] = useState<AdminMachine | null>(null)
  const [isMoving, setMoving] = useState(false)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const { page, pageSize, search, sort, descending, filters } = list
  const asked = {
    page,
    pageSize,
    search,
    sort,
    descending,
    clusterId: filters.clusterId,
    state: filters.state as (typeof states)[number],
  }
  const query = useTableQuery({
    queryKey: [...clustersKey, 'machines', asked],
    queryFn: ({ signal }) => api.loadMachine.list(asked, { signal }),
    refetchInterval: refreshMs,
  })
  const { data: choices } = useChoices()
  const clear = useCallback(() => setChosen([]), [])
  const actions = useMachineActions(clear)
  const columns = useMachineColumns(actions, setEdited)
  const rows = query.data?.rows ?? []
  const chosenMachines = rows.filter(machine => chosen.includes(machine.id))
  const shown = rows.find(machine => machine.id === shownId)
  const addButton = (
    <Button type="primary" icon={<PlusOutlined />} onClick={onAdd}>
      {t('machine.add')}
    </Button>
  )
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
        empty={{ title: t('machine.emptyTitle'), text: t('machine.emptyText'), action: addButton }}
        filters={
          <>
            <SearchField
              value={search}
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
            <span style={{ marginLeft: 'auto' }}>{addButton}</span>
          </>
        }
        selection={{
          ids: chosen,
          onChange: setChosen,
          actions: (
            <>
              <Button size="small" onClick={() => setMoving(true)}>
                {t('machine.move')}
              </Button>
              <Button size="small" onClick={() => actions.setService(chosen, false)}>
                {t('machine.outOfService')}
              </Button>
              <Button size="small" onClick={() => actions.setService(chosen, true)}>
                {t('machine.backInService')}
              </Button>
              <Button size="small" danger onClick={() => actions.remove(chosenMachines, chosen)}>
                {t('action.delete')}
              </Button>
            </>
          ),
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
          machines={chosenMachines}
          ids={chosen}
          onClose={() => setMoving(false)}
          onDone={() => {
            setMoving(false)
            clear()
          }}
        />
      )}
    </>
  )
}
