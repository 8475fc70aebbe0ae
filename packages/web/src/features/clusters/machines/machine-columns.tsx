/** Columns of the administrator's table of load machines. */
import type { AdminMachine } from '@pone/contract/entities/cluster.ts'
import { formatBytes, noValue } from '@pone/metrics/figures.ts'
import { useMemo } from 'react'
import { type Translate, useT } from '../../../lib/i18n.ts'
import type { DataColumn } from '../../../ui/data-table/data-table.tsx'
import { RowActions } from '../../../ui/data-table/row-actions.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { CapacityBar, LoadBar } from './capacity-bar.tsx'
import type { MachineActions } from './machine-actions.tsx'
import { MachineState } from './machine-state.tsx'
import { ReleaseText } from './release-text.tsx'
import { RunList } from './run-list.tsx'

export const machineSorts = [
  'name',
  'since',
  'cpu',
  'remainingUsers',
  'maxUsers',
  'version',
  'joinedAt',
] as const
export type MachineSort = (typeof machineSorts)[number]

type Column = DataColumn<AdminMachine, MachineSort>

/** Widths of the table below which columns are joined, CSS px. */
const narrow = 960
const medium = 1_300

export function useMachineColumns(
  actions: MachineActions,
  onEdit: (machine: AdminMachine) => void,
): readonly Column[] {
  const t = useT()
  return useMemo(
    () => [...stateColumns(t), ...detailColumns(t), actionColumn(t, actions, onEdit)],
    [t, actions, onEdit],
  )
}

/** Present state, free capacity and load of a machine. */
function stateColumns(t: Translate): readonly Column[] {
  return [
    {
      key: 'name',
      title: t('machine.name'),
      sort: 'name',
      visibility: 'always',
      fixed: 'left',
      render: machine => <b style={{ fontWeight: 550 }}>{machine.name}</b>,
    },
    {
      key: 'state',
      title: t('machine.state'),
      joins: { to: 'name', below: narrow },
      render: machine => <MachineState machine={machine} />,
    },
    {
      key: 'clusters',
      title: t('machine.clusters'),
      joins: { to: 'name', below: narrow },
      render: machine => machine.clusters.map(cluster => cluster.name).join(', ') || noValue,
    },
    {
      key: 'users',
      title: t('machine.users'),
      sort: 'remainingUsers',
      render: machine => <CapacityBar left={machine.remainingUsers} isWide max={machine.maxUsers} />,
    },
    {
      key: 'scripts',
      title: t('machine.scripts'),
      joins: { to: 'users', below: medium },
      render: machine => <CapacityBar left={machine.remainingScripts} max={machine.maxScripts} />,
    },
    {
      key: 'cpu',
      title: t('machine.cpu'),
      sort: 'cpu',
      render: machine => <LoadBar used01={machine.cpu01} />,
    },
    {
      key: 'memory',
      title: t('machine.memory'),
      joins: { to: 'cpu', below: medium },
      render: machine => <LoadBar used01={memoryUsed01(machine)} />,
    },
    {
      key: 'runs',
      title: t('machine.runs'),
      render: machine => <RunList runs={machine.runs} area="administration" />,
    },
    {
      key: 'releaseAt',
      title: t('cluster.releaseAt'),
      joins: { to: 'runs', below: medium },
      render: machine => <ReleaseText at={machine.releaseAt} isBusy={machine.runs.length > 0} />,
    },
  ]
}

/** Connection, hardware and agent version of a machine. */
function detailColumns(t: Translate): readonly Column[] {
  return [
    { key: 'address', title: t('machine.address'), render: machine => machine.address || noValue },
    {
      key: 'port',
      title: t('machine.port'),
      joins: { to: 'address', below: medium },
      render: machine => machine.port ?? noValue,
    },
    {
      key: 'socketPort',
      title: t('machine.socketPort'),
      joins: { to: 'address', below: medium },
      render: machine => machine.socketPort ?? noValue,
    },
    {
      key: 'hardware',
      title: t('machine.hardware'),
      visibility: 'optional',
      render: machine =>
        t('machine.hardwareOf', {
          count: machine.cores,
          memory: formatBytes(machine.memoryBytes),
        }),
    },
    {
      key: 'version',
      title: t('machine.version'),
      sort: 'version',
      visibility: 'optional',
      render: machine => machine.version,
    },
    {
      key: 'system',
      title: t('machine.system'),
      visibility: 'optional',
      render: machine => `${machine.system} ${machine.architecture}`,
    },
    {
      key: 'since',
      title: t('machine.since'),
      sort: 'since',
      visibility: 'optional',
      render: machine => <TimeText at={machine.since} />,
    },
    {
      key: 'joinedAt',
      title: t('machine.joinedAt'),
      sort: 'joinedAt',
      visibility: 'optional',
      render: machine => <TimeText at={machine.joinedAt} />,
    },
  ]
}

function actionColumn(
  t: Translate,
  actions: MachineActions,
  onEdit: (machine: AdminMachine) => void,
): Column {
  return {
    key: 'actions',
    title: '',
    width: 110,
    visibility: 'always',
    fixed: 'right',
    align: 'right',
    render: machine => (
      <RowActions
        of={machine.name}
        actions={[
          { key: 'edit', label: t('action.edit'), onClick: () => onEdit(machine) },
          {
            key: 'service',
            label: t(machine.isInService ? 'machine.outOfService' : 'machine.backInService'),
            isDisabled: machine.isRevoked,
            onClick: () => actions.setService([machine.id], !machine.isInService),
          },
          {
            key: 'rotate',
            label: t('machine.rotateKey'),
            isDisabled: !machine.isOnline || machine.isKeyChanging,
            onClick: () => actions.rotateKey(machine),
          },
          {
            key: 'revoke',
            label: t('machine.revokeKey'),
            isDangerous: true,
            isDisabled: machine.isRevoked,
            onClick: () => actions.revokeKey(machine),
          },
          {
            key: 'delete',
            label: t('action.delete'),
            isDangerous: true,
            onClick: () => actions.remove([machine]),
          },
        ]}
      />
    ),
  }
}

/** Share of the memory in use; null while unknown. */
export const memoryUsed01 = ({
  memoryUsedBytes,
  memoryBytes,
}: Pick<AdminMachine, 'memoryUsedBytes' | 'memoryBytes'>): number | null =>
  memoryUsedBytes === null || memoryBytes === 0 ? null : memoryUsedBytes / memoryBytes
