/** All clusters: who may use them, what is left of them, and which runs they carry. */

import { type AdminCluster, assignments } from '@pone/contract/entities/cluster.ts'
import { formatNumber } from '@pone/metrics/figures.ts'
import { engineNamed, engines } from '@pone/plan/engines/registry.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Tooltip } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../lib/api.ts'
import { engineOptions } from '../../lib/engine-options.ts'
import { useT } from '../../lib/i18n.ts'
import { type DataColumn, DataTable } from '../../ui/data-table/data-table.tsx'
import { ListFilter } from '../../ui/data-table/list-filter.tsx'
import { RowActions } from '../../ui/data-table/row-actions.tsx'
import { SearchField } from '../../ui/data-table/search-field.tsx'
import { useList } from '../../ui/data-table/use-list.ts'
import { useTableQuery } from '../../ui/data-table/use-table-query.ts'
import { useConfirm } from '../../ui/page/confirm.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { ClusterDialog } from './cluster-dialog.tsx'
import { clustersKey, refreshMs } from './cluster-queries.ts'
import { KubernetesDrawer } from './kubernetes/kubernetes-drawer.tsx'
import { CapacityBar } from './machines/capacity-bar.tsx'
import { ClusterState } from './machines/machine-state.tsx'
import { ReleaseText } from './machines/release-text.tsx'

type Sort = 'name' | 'createdAt' | 'machines' | 'remainingUsers' | 'maxUsers'
const listOptions = {
  sort: 'name' as Sort,
  descending: false,
  filters: { engine: 'all', state: 'all', assignment: 'all' },
}
const states = ['all', 'online', 'offline'] as const
const assignmentChoices = ['all', ...assignments] as const

/** `newButton` is offered while there are none. */
export function ClustersTab({ newButton }: { readonly newButton: ReactNode }) {
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
  const columns = useColumns(setDialog, remove, setKubernetesOf)
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
        empty={{ title: t('cluster.emptyTitle'), text: t('cluster.emptyText'), action: newButton }}
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
  return (cluster: AdminCluster) =>
    confirm({
      title: t('cluster.deleteTitle', { name: cluster.name }),
      text: t('cluster.deleteText'),
      verb: t('action.delete'),
      onConfirm: async () => {
        await api.cluster.delete({ id: cluster.id })
        await client.invalidateQueries({ queryKey: clustersKey })
      },
    })
}

function useColumns(
  onEdit: (cluster: AdminCluster) => void,
  onRemove: (cluster: AdminCluster) => void,
  onKubernetes: (cluster: AdminCluster) => void,
): readonly DataColumn<AdminCluster, Sort>[] {
  const t = useT()
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('cluster.name'),
        sort: 'name',
        isAlwaysShown: true,
        isFixed: true,
        render: cluster => (
          <>
            <b style={{ fontWeight: 550 }}>{cluster.name}</b>
            {cluster.isLocal && <span className="faint"> · {t('cluster.local')}</span>}
          </>
        ),
      },
      {
        key: 'state',
        title: t('cluster.state'),
        render: cluster => <ClusterState isOnline={cluster.isOnline} />,
      },
      { key: 'engine', title: t('cluster.engine'), render: cluster => engines[cluster.engine].displayName },
      {
        key: 'assignment',
        title: t('cluster.assignment'),
        render: cluster => <Audience cluster={cluster} />,
      },
      {
        key: 'machines',
        title: t('cluster.machines'),
        sort: 'machines',
        render: cluster => (
          <Link to={`?tab=machines&clusterId=${cluster.id}`}>
            {t('cluster.machinesOnline', {
              online: formatNumber(cluster.onlineMachines),
              all: formatNumber(cluster.machines.length),
            })}
          </Link>
        ),
      },
      {
        key: 'users',
        title: t('cluster.remainingUsers'),
        sort: 'remainingUsers',
        render: cluster => <CapacityBar left={cluster.remainingUsers} isWide max={cluster.maxUsers} />,
      },
      {
        key: 'runs',
        title: t('cluster.activeRuns'),
        align: 'right',
        render: cluster => formatNumber(cluster.activeRuns),
      },
      {
        key: 'releaseAt',
        title: t('cluster.releaseAt'),
        render: cluster => <ReleaseText at={cluster.releaseAt} isBusy={cluster.activeRuns > 0} />,
      },
      {
        key: 'controller',
        title: t('cluster.controller'),
        render: cluster =>
          cluster.controller?.name ?? <span className="faint">{t('cluster.controller.any')}</span>,
      },
      {
        key: 'createdAt',
        title: t('cluster.createdAt'),
        sort: 'createdAt',
        isHiddenAtFirst: true,
        render: cluster => <TimeText at={cluster.createdAt} />,
      },
      {
        key: 'actions',
        title: '',
        width: 110,
        isAlwaysShown: true,
        isFixed: true,
        align: 'right',
        render: cluster => (
          <RowActions
            actions={[
              {
                key: 'edit',
                label: t('action.edit'),
                isDisabled: cluster.owner !== null,
                onClick: () => onEdit(cluster),
              },
              {
                key: 'kubernetes',
                label: t('kubernetes.action'),
                isDisabled: !engines[cluster.engine].hasPodsOnDemand || cluster.owner !== null,
                onClick: () => onKubernetes(cluster),
              },
              {
                key: 'delete',
                label: t('action.delete'),
                isDangerous: true,
                onClick: () => onRemove(cluster),
              },
            ]}
          />
        ),
      },
    ],
    [t, onEdit, onRemove, onKubernetes],
  )
}

function Audience({ cluster }: { readonly cluster: AdminCluster }) {
  const t = useT()
  const { owner, projects, assignment } = cluster
  if (owner !== null) return t('cluster.madeBy', { project: owner.name })
  const [first, ...others] = projects
  if (assignment !== 'assigned' || first === undefined) return t(`cluster.assignment.${assignment}`)
  return (
    <Tooltip
      title={others.length > 0 ? projects.map(each => <div key={each.id}>{each.name}</div>) : undefined}
    >
      <span>
        {first.name}
        {others.length > 0 && <span className="faint"> +{others.length}</span>}
      </span>
    </Tooltip>
  )
}
