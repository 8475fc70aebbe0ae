/** The load machines of a run and their load. */

import { CheckCircleFilled, CloseCircleFilled, WarningFilled } from '@ant-design/icons'
import type { RunLive } from '@pone/contract/entities/run.ts'
import { formatBytes, formatMs, formatNumber } from '@pone/metrics/figures.ts'
import { Table } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useRowPages } from '../../../ui/data-table/use-row-pages.ts'
import { cpuText } from '../figures/cpu-text.ts'
import { machineState } from './machine-state.ts'

type Machine = RunLive['machines'][number]

export function MachinesTable({ machines }: { readonly machines: readonly Machine[] }) {
  const t = useT()
  const pages = useRowPages(machines.length)
  return (
    <Table<Machine>
      size="small"
      className="run-table"
      rowKey="id"
      dataSource={[...machines]}
      pagination={pages}
      scroll={{ x: 'max-content' }}
      locale={{ emptyText: t('run.noFigures') }}
      columns={[
        { title: t('run.machine.name'), dataIndex: 'name' },
        {
          title: t('run.record.state'),
          render: (_, machine) => <StateOf machine={machine} />,
        },
        {
          title: t('run.machine.users'),
          dataIndex: 'users',
          align: 'right',
          className: 'numeric',
          render: formatNumber,
        },
        {
          title: <span title={t('run.machine.cpuHelp')}>{t('run.machine.cpu')}</span>,
          key: 'cpu',
          align: 'right',
          className: 'numeric',
          render: (_, machine) => cpuText(machine.cpu01, machine.cpuCores, t),
        },
        {
          title: <span title={t('run.machine.hostCpuHelp')}>{t('run.machine.hostCpu')}</span>,
          key: 'hostCpu',
          align: 'right',
          className: 'numeric',
          render: (_, machine) => cpuText(machine.hostCpu01, machine.hostCores, t),
        },
        {
          title: t('run.machine.delay'),
          align: 'right',
          className: 'numeric',
          render: (_, machine) => formatMs(machine.eventLoopDelayMs),
        },
        {
          title: t('run.machine.skew'),
          align: 'right',
          className: 'numeric',
          render: (_, machine) => formatMs(machine.startSkewMs),
        },
        {
          title: t('run.machine.memory'),
          align: 'right',
          className: 'numeric',
          render: (_, machine) => formatBytes(machine.memoryBytes),
        },
      ]}
    />
  )
}

const looks = {
  offline: { tone: 'failed', Icon: CloseCircleFilled },
  overloaded: { tone: 'warning', Icon: WarningFilled },
  busy: { tone: 'warning', Icon: WarningFilled },
  online: { tone: 'passed', Icon: CheckCircleFilled },
} as const

function StateOf({ machine }: { readonly machine: Machine }) {
  const t = useT()
  const state = machineState(machine)
  const { tone, Icon } = looks[state]
  return (
    <span style={{ color: `var(--${tone})` }}>
      <Icon aria-hidden /> {t(`run.machine.${state}`)}
    </span>
  )
}
