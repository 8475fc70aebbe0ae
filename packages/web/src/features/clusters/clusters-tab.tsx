/** All clusters: who may use them, their free capacity, and their runs. */
import { type AdminCluster, assignments } from '@pone/contract/entities/cluster.ts'
import { engineNamed } from '@pone/plan/engines/registry.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { api } from '../../lib/api.ts'
import { engineOptions } from '../../lib/engine-options.ts'
import { useT } from '../../lib/i18n.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { ListFilter } from '../../ui/data-table/list-filter.tsx'
import { SearchField } from '../../ui/data-table/search-field.tsx'
import { useList } from '../../ui/data-table/use-list.ts'
import { useTableQuery } from '../../ui/data-table/use-table-query.ts'
import { useConfirm } from '../../ui/page/confirm.tsx'
import { type ClusterSort, useClusterColumns } from './cluster-columns.tsx'
import { ClusterDialog } from './cluster-dialog.tsx'
import { clustersKey, refreshMs } from './cluster-queries.ts'
import { KubernetesDrawer } from './kubernetes/kubernetes-drawer.tsx'

const listOptions = {
  sort: 'name' as ClusterSort,
  descending: false,
  filters: { engine: 'all', state: 'all', assignment: 'all' },
}
const states = ['all', 'online', 'offline'] as const
const assignmentChoices = ['all', ...assignments] as const

/** @param newLabel label of the button above, named while there are no clusters */
export function ClustersTab({ newLabel }: { readonly newLabel: string | undefined }) {
  const t = useT()
  const list = useList(listOptions)
  const [dialog, setDialog] = useState<AdminCluster | null>(null)
  const [kubernetesOf, setKubernetesOf] = useState<AdminCluster | null>(null)
  const { page, pageSize, search, sort, descending, filters } = list
  const asked = {
    page,
    pageSize,
    search,
    sort,
    descending,
    engine: engineNamed(filters.engine) ?? ('all' as const),
    state: filters.state as (typeof states)[number],
    assignment: filters.assignment as (typeof assignmentChoices)[number],
  }
  const query = useTableQuery({
    queryKey: [...clustersKey, 'list', asked],
    queryFn: ({ signal }) => api.cluster.list(asked, { signal }),
    refetchInterval: refreshMs,
  })
  const remove = useRemove()
  const columns = useClusterColumns({ onEdit: setDialog, onRemove: remove, onKubernetes: setKubernetesOf })
  return (
    <>
      <DataTable
        storageKey="clusters"
        label={t('cluster.tab.clusters')}
        columns={columns}
        query={query}
        list={list}
        rowId={cluster => cluster.id}
        onRowClick={cluster => {
          if (cluster.owner === null) setDialog(cluster)
        }}
        empty={{ title: t('cluster.emptyTitle'), text: t('cluster.emptyText'), startWith: newLabel }}
        filters={
          <>
            <SearchField
              value={search}
              placeholder={t('cluster.search')}
              onSearch={text => list.setFilters({ search: text })}
            />
            <ListFilter
              list={list}
              name="state"
              label={t('cluster.state')}
              options={states.map(value => ({ value, label: t(`cluster.state.${value}`) }))}
            />
            <ListFilter
              list={list}
              name="engine"
              label={t('cluster.engine')}
              options={[{ value: 'all', label: t('cluster.engine.all') }, ...engineOptions]}
            />
            <ListFilter
              list={list}
              name="assignment"
              label={t('cluster.assignment')}
              options={assignmentChoices.map(value => ({ value, label: t(`cluster.assignment.${value}`) }))}
            />
          </>
        }
      />
      {dialog !== null && <ClusterDialog cluster={dialog} onClose={() => setDialog(null)} />}
      {kubernetesOf && <KubernetesDrawer cluster={kubernetesOf} onClose={() => setKubernetesOf(null)} />}
    </>
  )
}

function useRemove() {
  const t = useT()
  const confirm = useConfirm()
  const client = useQueryClient()
  return useCallback(
    (cluster: AdminCluster) =>
      confirm({
        title: t('cluster.deleteTitle', { name: cluster.name }),
        text: t('cluster.deleteText'),
        verb: t('action.delete'),
        onConfirm: async () => {
          await api.cluster.delete({ id: cluster.id })
          await client.invalidateQueries({ queryKey: clustersKey })
        },
      }),
    [t, confirm, client],
  )
}
