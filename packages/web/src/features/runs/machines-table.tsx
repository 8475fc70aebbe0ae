/** The load machines of a run and whether they keep up. */
import { CheckCircleFilled, CloseCircleFilled, WarningFilled } from '@ant-design/icons'
import type { RunLive } from '@pone/contract/entities/run.ts'
import { formatBytes, formatMs, formatNumber, noValue } from '@pone/metrics/figures.ts'
import { Table } from 'antd'
import { useT } from '../../lib/i18n.ts'

type Machine = RunLive['machines'][number]
/** Beyond these the generator itself distorts what it measures. */
const overloadedDelayMs = 50
const overloadedCpu01 = 0.95

export function MachinesTable({ machines }: { readonly machines: readonly Machine[] }) {
  const t = useT()
  return (
    <Table<Machine>
      size="small"
      className="run-table"
      rowKey="id"
      dataSource={[...machines]}
      pagination={false}
      scroll={{ x: 'max-content' }}
      locale={{ emptyText: t('run.noFigures') }}
      columns={[
        { title: t('run.machine.name'), dataIndex: 'name' },
        {
          title: t('run.record.state'),
          render: (_, machine) => {
            const isOverloaded =
              (machine.eventLoopDelayMs ?? 0) > overloadedDelayMs || (machine.cpu01 ?? 0) > overloadedCpu01
            if (!machine.isOnline)
              return (
                <span style={{ color: 'var(--failed)' }}>
                  <CloseCircleFilled aria-hidden /> {t('run.machine.offline')}
                </span>
              )
            return isOverloaded ? (
              <span style={{ color: 'var(--warning)' }}>
                <WarningFilled aria-hidden /> {t('run.machine.overloaded')}
              </span>
            ) : (
              <span style={{ color: 'var(--passed)' }}>
                <CheckCircleFilled aria-hidden /> {t('run.machine.online')}
              </span>
            )
          },
        },
        {
          title: t('run.machine.users'),
          dataIndex: 'users',
          align: 'right',
          className: 'numeric',
          render: formatNumber,
        },
        {
          title: t('run.machine.cpu'),
          align: 'right',
          className: 'numeric',
          render: (_, machine) => (machine.cpu01 === null ? noValue : `${Math.round(machine.cpu01 * 100)} %`),
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
