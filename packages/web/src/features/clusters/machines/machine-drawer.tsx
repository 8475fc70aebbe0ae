/** All details of one load machine. */
import { isDiskLow } from '@pone/contract/disk-room.ts'
import type { AdminMachine } from '@pone/contract/entities/cluster.ts'
import { formatBytes, noValue } from '@pone/metrics/figures.ts'
import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { CalibrationField } from './calibration.tsx'
import { CapacityBar, LoadBar } from './capacity-bar.tsx'
import { memoryUsed01 } from './machine-columns.tsx'
import { MachineState } from './machine-state.tsx'
import { ReleaseText } from './release-text.tsx'
import { RunList } from './run-list.tsx'
import '../clusters.css'

const drawerWidth = 520

export function MachineDrawer({
  machine,
  actions,
  onClose,
}: {
  readonly machine: AdminMachine
  readonly actions: ReactNode
  readonly onClose: () => void
}) {
  const t = useT()
  const { cores, memoryBytes, clusters, projects } = machine
  const names = (items: readonly { readonly name: string }[]) =>
    items.map(item => item.name).join(', ') || noValue
  const facts: readonly (readonly [label: string, value: ReactNode, definition?: string])[] = [
    [t('machine.state'), <MachineState key="state" machine={machine} />],
    [t('machine.since'), <TimeText key="since" at={machine.since} withSeconds />],
    [t('machine.clusters'), names(clusters)],
    [
      t('machine.users'),
      <CapacityBar key="users" left={machine.remainingUsers} isWide max={machine.maxUsers} />,
    ],
    [t('machine.calibration'), <CalibrationField key="calibration" machine={machine} />],
    [
      t('machine.scripts'),
      <CapacityBar key="scripts" left={machine.remainingScripts} max={machine.maxScripts} />,
    ],
    [t('machine.cpu'), <LoadBar key="cpu" used01={machine.cpu01} />],
    [t('machine.memory'), <LoadBar key="memory" used01={memoryUsed01(machine)} />],
    [t('machine.disk'), <DiskRoom key="disk" disk={machine.disk} />],
    ...(machine.floodedAt === undefined
      ? []
      : [
          [
            t('machine.flooded'),
            <StatusTag key="flooded" tone="warning">
              <TimeText at={machine.floodedAt} withSeconds />
            </StatusTag>,
          ] as const,
        ]),
    [t('machine.runs'), <RunList key="runs" runs={machine.runs} area="administration" />],
    [
      t('cluster.releaseAt'),
      <ReleaseText key="release" at={machine.releaseAt} isBusy={machine.runs.length > 0} />,
    ],
    [t('machine.address'), machine.address || noValue],
    [t('machine.port'), machine.port ?? noValue, t('machine.portHelp')],
    [t('machine.socketPort'), machine.socketPort ?? noValue, t('machine.socketPortHelp')],
    [t('machine.host'), machine.host],
    [t('machine.system'), `${machine.system} ${machine.architecture}`],
    [t('machine.hardware'), t('machine.hardwareOf', { count: cores, memory: formatBytes(memoryBytes) })],
    [t('machine.version'), machine.version],
    [t('machine.allotment'), machine.isPublic ? t('cluster.assignment.public') : names(projects)],
    [t('machine.joinedAt'), <TimeText key="joined" at={machine.joinedAt} />],
    [
      t('machine.keyChangedAt'),
      <span key="key">
        <TimeText at={machine.keyChangedAt} />
        {machine.isKeyChanging && <span className="faint"> · {t('machine.keyChanging')}</span>}
      </span>,
    ],
  ]
  return (
    <Drawer open size={drawerWidth} title={machine.name} extra={actions} onClose={onClose}>
      <dl className="machine-facts">
        {facts.map(([label, value, definition]) => (
          <div key={label} style={{ display: 'contents' }}>
            <dt title={definition}>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Drawer>
  )
}

function DiskRoom({ disk }: { readonly disk: AdminMachine['disk'] }) {
  const t = useT()
  if (disk === undefined) return noValue
  const params = { free: formatBytes(disk.freeBytes), total: formatBytes(disk.totalBytes) }
  const text = t('machine.diskOf', params)
  return isDiskLow(disk) ? <StatusTag tone="warning">{text}</StatusTag> : text
}
