/** Load machines: those that need attention first, then the busiest. */

import { isDiskLow } from '@pone/contract/disk-room.ts'
import { formatBytes, formatNumber, noValue } from '@pone/metrics/figures.ts'
import { Progress, Table } from 'antd'
import { Link } from 'react-router'
import { useT } from '../../lib/i18n.ts'
import { useRowPages } from '../../ui/data-table/use-row-pages.ts'
import { EmptyState } from '../../ui/page/page-states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import type { Overview } from './overview.ts'

type Machine = Overview['machines'][number]

export function MachinesPanel({ data: { machines, machineCounts } }: { readonly data: Overview }) {
  const t = useT()
  return (
    <section className="panel-block">
      <h2 className="panel-title">
        {t('adminHome.machines')}{' '}
        <Link to="/pone/atf/clusterManager?tab=machines">{t('adminHome.toMachines')}</Link>
      </h2>
      {machines.length === 0 ? (
        <EmptyState title={t('adminHome.noMachines')} />
      ) : (
        <>
          <p className="secondary">
            {t('adminHome.machinesNote', machineCounts)}
            {machineCounts.total > machines.length &&
              ` ${t('adminHome.machinesListed', { count: machines.length })}`}
          </p>
          <MachineTable machines={machines} />
        </>
      )}
    </section>
  )
}

function MachineTable({ machines }: { readonly machines: readonly Machine[] }) {
  const t = useT()
  const pages = useRowPages(machines.length, 10)
  return (
    <Table
      size="small"
      rowKey="name"
      dataSource={machines}
      pagination={pages}
      scroll={{ x: 'max-content' }}
      columns={[
        { key: 'name', title: t('adminHome.machine'), dataIndex: 'name' },
        {
          key: 'state',
          title: t('adminHome.state'),
          render: (_, machine) => <MachineState machine={machine} />,
        },
        {
          key: 'version',
          title: t('adminHome.version'),
          render: (_, machine) => <Version machine={machine} />,
        },
        { key: 'runs', title: t('adminHome.runsHere'), align: 'right', dataIndex: 'runs' },
        {
          key: 'cpu',
          title: 'CPU',
          width: 120,
          render: (_, { name, cpu01 }) =>
            cpu01 === null ? (
              noValue
            ) : (
              <Progress
                percent={Math.round(cpu01 * 100)}
                size="small"
                aria-label={`CPU ${name}`}
                status={cpu01 > 0.8 ? 'exception' : 'normal'}
                format={value => `${value} %`}
              />
            ),
        },
        { key: 'disk', title: t('adminHome.freeDisk'), render: (_, { disk }) => <FreeDisk disk={disk} /> },
        {
          key: 'remaining',
          title: t('adminHome.remaining'),
          align: 'right',
          render: (_, machine) =>
            `${formatNumber(machine.remainingUsers)} / ${formatNumber(machine.maxUsers)}`,
        },
      ]}
    />
  )
}

function MachineState({ machine: { isOnline, isInService } }: { readonly machine: Machine }) {
  const t = useT()
  if (!isInService) return <StatusTag tone="off">{t('adminHome.outOfService')}</StatusTag>
  return isOnline ? (
    <StatusTag tone="passed">{t('adminHome.online')}</StatusTag>
  ) : (
    <StatusTag tone="failed">{t('adminHome.offline')}</StatusTag>
  )
}

function Version({ machine: { version, isOutdated } }: { readonly machine: Machine }) {
  const t = useT()
  if (!isOutdated) return version === '' ? noValue : version
  return (
    <>
      {version} <Link to="/pone/atf/downloadCenter">{t('adminHome.upgrade')}</Link>
    </>
  )
}

/** Room of a file system, marked where it is low. */
export function FreeDisk({ disk }: { readonly disk: { freeBytes: number; totalBytes: number } | null }) {
  const t = useT()
  if (disk === null) return noValue
  const text = t('adminHome.freeOf', {
    free: formatBytes(disk.freeBytes),
    total: formatBytes(disk.totalBytes),
  })
  return isDiskLow(disk) ? <StatusTag tone="warning">{text}</StatusTag> : text
}
