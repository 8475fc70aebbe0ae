/** Whether every request that was sent is counted: per engine process and in total. */
import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons'
import type { Reconciliation } from '@pone/contract/entities/run.ts'
import { formatNumber } from '@pone/metrics/figures.ts'
import { Table } from 'antd'
import { useT } from '../../lib/i18n.ts'

export function ReconciliationTable({ reconciliation }: { readonly reconciliation: Reconciliation }) {
  const t = useT()
  const { machines, sent, counted, lost, isReconciled } = reconciliation
  const number = (title: string, key: 'sent' | 'counted' | 'lost') => ({
    title,
    dataIndex: key,
    align: 'right' as const,
    className: 'numeric',
    render: formatNumber,
  })
  return (
    <>
      <p style={{ color: `var(--${isReconciled ? 'passed' : 'failed'})` }}>
        {isReconciled ? <CheckCircleFilled aria-hidden /> : <CloseCircleFilled aria-hidden />}{' '}
        {t(isReconciled ? 'report.reconciled' : 'report.notReconciled', {
          sent: formatNumber(sent),
          counted: formatNumber(counted),
          lost: formatNumber(lost),
        })}
      </p>
      <Table
        size="small"
        className="run-table"
        rowKey="worker"
        dataSource={[...machines]}
        pagination={false}
        columns={[
          { title: t('run.machine.name'), dataIndex: 'machine' },
          { title: t('report.worker'), dataIndex: 'worker' },
          number(t('report.sent'), 'sent'),
          number(t('report.counted'), 'counted'),
          number(t('report.lost'), 'lost'),
        ]}
      />
    </>
  )
}
