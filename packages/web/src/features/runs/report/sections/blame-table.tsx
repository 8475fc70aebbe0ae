/** Where requests spent their time: generator, network, application, database and what is not known, each with its definition. */
import { formatMs, formatPercent, noValue } from '@pone/metrics/figures.ts'
import type { ReportBlame } from '@pone/results/sections/bottleneck/data.ts'
import { Table } from 'antd'
import { useT } from '../../../../lib/i18n.ts'

interface BlameRow extends Omit<ReportBlame['parts'][number], 'part'> {
  readonly part: ReportBlame['parts'][number]['part'] | 'total'
}

export function BlameTable({ blame }: { readonly blame: ReportBlame }) {
  const t = useT()
  const { parts, lowMs, highMs, hasOtherStatements, disagreement } = blame
  const rows: BlameRow[] = [...parts, { part: 'total', lowMs, highMs, share01: 1 }]
  const number = (title: string, valueOf: (row: BlameRow) => string) => ({
    title,
    align: 'right' as const,
    className: 'numeric',
    render: (_: unknown, row: BlameRow) => valueOf(row),
  })
  const ms = (value: number | null): string => (value === null ? noValue : formatMs(value))
  return (
    <>
      <h3 className="report-subtitle">{t('report.blame')}</h3>
      <Table<BlameRow>
        size="small"
        rowKey="part"
        dataSource={rows}
        pagination={false}
        scroll={{ x: 640 }}
        columns={[
          { title: t('report.blame.part'), width: '14%', render: (_, { part }) => t(`report.blame.${part}`) },
          number(t('report.blame.low'), row => ms(row.lowMs)),
          number(t('report.blame.high'), row => ms(row.highMs)),
          number(t('report.blame.share'), ({ share01 }) =>
            share01 === null ? noValue : formatPercent(Math.round(share01 * 100)),
          ),
          {
            title: t('report.blame.definition'),
            width: '48%',
            render: (_, { part }) => (part === 'total' ? '' : t(`report.blame.define.${part}`)),
          },
        ]}
      />
      {hasOtherStatements && <p className="report-bottleneck-note">{t('report.blame.others')}</p>}
      {disagreement !== null && (
        <p className="report-bottleneck-note">
          {t('report.blame.disagreement', {
            source: t(`report.blame.source.${disagreement.source}`),
            worked: formatMs(disagreement.workedMs),
            seen: formatMs(disagreement.seenMs),
          })}
        </p>
      )}
    </>
  )
}
