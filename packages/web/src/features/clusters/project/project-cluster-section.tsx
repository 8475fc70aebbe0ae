/** One cluster that a project may use: its free capacity and its machines. */

import type { Cluster, LoadMachine } from '@pone/contract/entities/cluster.ts'
import { formatBytes, noValue } from '@pone/metrics/figures.ts'
import { engines } from '@pone/plan/engines/registry.ts'
import { Table, type TableColumnsType, Tag } from 'antd'
import type { ReactNode } from 'react'
import { type Translate, useT } from '../../../lib/i18n.ts'
import { focusableOverflow } from '../../../ui/data-table/focusable-overflow.ts'
import { useRowPages } from '../../../ui/data-table/use-row-pages.ts'
import { CapacityBar, LoadBar } from '../machines/capacity-bar.tsx'
import { ClusterState, MachineState } from '../machines/machine-state.tsx'
import { ReleaseText } from '../machines/release-text.tsx'
import { RunList } from '../machines/run-list.tsx'
import '../clusters.css'

const machinesPerPage = 10

export function ProjectClusterSection({
  cluster,
  actions,
}: {
  readonly cluster: Cluster
  readonly actions?: ReactNode
}) {
  const t = useT()
  const { machines } = cluster
  const pages = useRowPages(machines.length, machinesPerPage)
  const isBusy = machines.some(machine => machine.runs.length > 0)
  const origin = cluster.isOwn ? 'own' : cluster.isPublic ? 'public' : 'assigned'
  return (
    <section className="project-cluster" aria-label={cluster.name} ref={focusableOverflow}>
      <header>
        <h2>{cluster.name}</h2>
        <ClusterState isOnline={cluster.isOnline} />
        <span className="project-cluster-kind">
          <Tag variant="outlined">{engines[cluster.engine].displayName}</Tag>
          <span className="secondary">{t(`projectCluster.${origin}`)}</span>
        </span>
        <span title={t('cluster.remainingUsers')}>
          <CapacityBar left={cluster.remainingUsers} isWide max={cluster.maxUsers} />
        </span>
        {isBusy && (
          <span className="project-cluster-release">
            <span className="secondary">{t('cluster.releaseAt')}</span>
            <ReleaseText at={cluster.releaseAt} isBusy />
          </span>
        )}
        {actions && <span className="project-cluster-actions">{actions}</span>}
      </header>
      <Table<LoadMachine>
        size="small"
        rowKey="id"
        dataSource={machines}
        locale={{ emptyText: t('projectCluster.noMachines') }}
        pagination={pages}
        scroll={{ x: 'max-content' }}
        columns={machineColumns(t)}
      />
    </section>
  )
}

function machineColumns(t: Translate): TableColumnsType<LoadMachine> {
  return [
    {
      key: 'name',
      fixed: 'left',
      width: 170,
      title: t('machine.name'),
      render: (_, machine) => machine.name,
    },
    {
      key: 'state',
      width: 150,
      title: t('machine.state'),
      render: (_, machine) => <MachineState machine={machine} />,
    },
    {
      key: 'users',
      width: 170,
      title: t('machine.users'),
      render: (_, machine) => <CapacityBar left={machine.remainingUsers} isWide max={machine.maxUsers} />,
    },
    {
      key: 'scripts',
      width: 140,
      title: t('machine.scripts'),
      render: (_, machine) => <CapacityBar left={machine.remainingScripts} max={machine.maxScripts} />,
    },
    {
      key: 'cpu',
      width: 110,
      title: t('machine.cpu'),
      render: (_, machine) => <LoadBar used01={machine.cpu01} />,
    },
    {
      key: 'runs',
      width: 200,
      title: t('machine.runs'),
      render: (_, machine) => <RunList runs={machine.runs} area="project" />,
    },
    {
      key: 'releaseAt',
      width: 160,
      title: t('cluster.releaseAt'),
      render: (_, machine) => <ReleaseText at={machine.releaseAt} isBusy={machine.runs.length > 0} />,
    },
    {
      key: 'address',
      width: 130,
      title: t('machine.address'),
      render: (_, { address }) => address || noValue,
    },
    {
      key: 'port',
      width: 90,
      title: t('machine.port'),
      render: (_, { port }) => port ?? noValue,
    },
    {
      key: 'socketPort',
      width: 110,
      title: t('machine.socketPort'),
      render: (_, { socketPort }) => socketPort ?? noValue,
    },
    {
      key: 'hardware',
      width: 150,
      title: t('machine.hardware'),
      render: (_, { cores, memoryBytes }) =>
        t('machine.hardwareOf', { count: cores, memory: formatBytes(memoryBytes) }),
    },
    { key: 'version', title: t('machine.version'), render: (_, { version }) => version },
  ]
}
