/** Whether every sent request is counted: per engine process and in total, outstanding results and late results. */

import { CheckCircleFilled, ClockCircleFilled, CloseCircleFilled, WarningFilled } from '@ant-design/icons'
import { formatNumber } from '@pone/metrics/figures.ts'
import { severalSends } from '@pone/metrics/several-sends.ts'
import type { Reconciliation } from '@pone/results/sections/reconciliation/data.ts'
import { Table } from 'antd'
import { useT } from '../../../../lib/i18n.ts'
import { useRowPages } from '../../../../ui/data-table/use-row-pages.ts'
import { TimeText } from '../../../../ui/time-text.tsx'

import { PartFrame, type SectionPart } from './section-part.tsx'

type State = 'reconciled' | 'reconciledLost' | 'awaited' | 'notReconciled'

function stateOf({ awaited, isReconciled, lost }: Reconciliation): State {
  if (awaited.length > 0) return 'awaited'
  if (!isReconciled) return 'notReconciled'
  return lost > 0 ? 'reconciledLost' : 'reconciled'
}

const looks = {
  reconciled: { colour: 'passed', Icon: CheckCircleFilled },
  reconciledLost: { colour: 'warning', Icon: WarningFilled },
  awaited: { colour: 'warning', Icon: ClockCircleFilled },
  notReconciled: { colour: 'failed', Icon: CloseCircleFilled },
} as const

export const ReconciliationPart: SectionPart = ({ content }) => {
  const t = useT()
  return (
    <PartFrame id="reconciliation" title={t('report.section.reconciliation')}>
      <ReconciliationTable reconciliation={content.reconciliation} sends={severalSends(content)} />
    </PartFrame>
  )
}

interface ReconciliationTableProps {
  readonly reconciliation: Reconciliation
  readonly sends: ReturnType<typeof severalSends>
}

function ReconciliationTable({ reconciliation, sends }: ReconciliationTableProps) {
  const t = useT()
  const { machines, sent, counted, lost, repeated, awaited, late, marked } = reconciliation
  const pages = useRowPages(machines.length)
  const state = stateOf(reconciliation)
  const { colour, Icon } = looks[state]
  const number = (title: string, key: 'sent' | 'counted' | 'lost' | 'repeated') => ({
    title,
    dataIndex: key,
    align: 'right' as const,
    className: 'numeric',
    render: formatNumber,
  })
  return (
    <>
      <p style={{ color: `var(--${colour})` }}>
        <Icon aria-hidden />{' '}
        {t(`report.${state}`, {
          sent: formatNumber(sent),
          counted: formatNumber(counted),
          lost: formatNumber(lost),
          machines: awaited.join(', '),
        })}
      </p>
      {sends && (
        <p className="secondary">
          {t('report.sends', { requests: formatNumber(sends.requests), sent: formatNumber(sends.sent) })}
        </p>
      )}
      {repeated > 0 && (
        <p className="secondary">{t('report.repeats', { repeated: formatNumber(repeated) })}</p>
      )}
      {late.map(({ machine, requests, at }) => (
        <p key={`${machine} ${at}`} className="secondary">
          {t('report.late', { machine, requests: formatNumber(requests) })} <TimeText at={at} withSeconds />
        </p>
      ))}
      {marked.length > 0 && (
        <p className="secondary">
          {t('report.marked', {
            seconds: marked.map(([from, to]) => (from === to ? from : `${from}–${to}`)).join(', '),
          })}
        </p>
      )}
      <Table
        size="small"
        className="run-table"
        rowKey="worker"
        dataSource={[...machines]}
        pagination={pages}
        columns={[
          { title: t('run.machine.name'), dataIndex: 'machine' },
          { title: t('report.worker'), dataIndex: 'worker' },
          number(t('report.sent'), 'sent'),
          number(t('report.counted'), 'counted'),
          number(t('report.lost'), 'lost'),
          number(t('report.repeated'), 'repeated'),
        ]}
      />
    </>
  )
}
