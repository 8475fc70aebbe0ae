/** Columns of the administrator's table of clusters. */
import type { AdminCluster } from '@pone/contract/entities/cluster.ts'
import { formatNumber } from '@pone/metrics/figures.ts'
import { engines } from '@pone/plan/engines/registry.ts'
import { Tooltip } from 'antd'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { type Translate, useT } from '../../lib/i18n.ts'
import type { DataColumn } from '../../ui/data-table/data-table.tsx'
import { RowActions } from '../../ui/data-table/row-actions.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { CapacityBar } from './machines/capacity-bar.tsx'
import { ClusterState } from './machines/machine-state.tsx'
import { ReleaseText } from './machines/release-text.tsx'

export type ClusterSort = 'name' | 'createdAt' | 'machines' | 'remainingUsers' | 'maxUsers'
type Column = DataColumn<AdminCluster, ClusterSort>

/** Widths of the table below which columns are joined, CSS px. */
const narrow = 960
const medium = 1_300

export interface ClusterActions {
  readonly onEdit: (cluster: AdminCluster) => void
  readonly onRemove: (cluster: AdminCluster) => void
  readonly onKubernetes: (cluster: AdminCluster) => void
}

export function useClusterColumns({ onEdit, onRemove, onKubernetes }: ClusterActions): readonly Column[] {
  const t = useT()
  return useMemo(
    () => [...factColumns(t), actionColumn(t, { onEdit, onRemove, onKubernetes })],
    [t, onEdit, onRemove, onKubernetes],
  )
}

function factColumns(t: Translate): readonly Column[] {
  return [
    {
      key: 'name',
      title: t('cluster.name'),
      sort: 'name',
      visibility: 'always',
      fixed: 'left',
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
    {
      key: 'engine',
      title: t('cluster.engine'),
      joins: { to: 'state', below: narrow },
      render: cluster => engines[cluster.engine].displayName,
    },
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
      render: cluster => <UsersCell cluster={cluster} />,
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
      joins: { to: 'runs', below: medium },
      render: cluster => <ReleaseText at={cluster.releaseAt} isBusy={cluster.activeRuns > 0} />,
    },
    {
      key: 'controller',
      title: t('cluster.controller'),
      joins: { to: 'machines', below: narrow },
      render: cluster =>
        cluster.controller?.name ?? <span className="faint">{t('cluster.controller.any')}</span>,
    },
    {
      key: 'createdAt',
      title: t('cluster.createdAt'),
      sort: 'createdAt',
      visibility: 'optional',
      render: cluster => <TimeText at={cluster.createdAt} />,
    },
  ]
}

function actionColumn(t: Translate, { onEdit, onRemove, onKubernetes }: ClusterActions): Column {
  return {
    key: 'actions',
    title: '',
    width: 110,
    visibility: 'always',
    fixed: 'right',
    align: 'right',
    render: cluster => (
      <RowActions
        of={cluster.name}
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
  }
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

/** Users that a run can still take; says where the licence leaves less than the machines have. */
function UsersCell({ cluster }: { readonly cluster: AdminCluster }) {
  const t = useT()
  return (
    <>
      <CapacityBar left={cluster.remainingUsers} isWide max={cluster.maxUsers} />
      {(cluster.machinesRemainingUsers ?? 0) > cluster.licensedUsers && (
        <small className="faint cluster-licence-limit">
          {t('cluster.licenceLimit', {
            machines: formatNumber(cluster.machinesRemainingUsers ?? 0),
            left: formatNumber(cluster.licensedUsers),
          })}
        </small>
      )}
    </>
  )
}
