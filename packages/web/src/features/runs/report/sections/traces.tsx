/** The slowest requests that began a trace, each with the way to it. */

import { formatClock, formatMs } from '@pone/metrics/figures.ts'
import type { ReportContent } from '@pone/results/report/content.ts'
import { Table } from 'antd'
import { useT } from '../../../../lib/i18n.ts'
import { useRowPages } from '../../../../ui/data-table/use-row-pages.ts'
import { TraceLink } from '../../../../ui/run/trace-link.tsx'
import { PartFrame, type SectionPart } from './section-part.tsx'

type Trace = ReportContent['traces'][number]

export const TracesPart: SectionPart = ({ content }) => {
  const t = useT()
  const { traces, run } = content
  const pages = useRowPages(traces.length, 20)
  if (traces.length === 0) return null
  return (
    <PartFrame id="traces" title={t('report.section.traces')}>
      <p className="secondary">{t('report.tracesBasis')}</p>
      <Table<Trace>
        size="small"
        className="run-table"
        rowKey="traceId"
        dataSource={[...traces]}
        pagination={pages}
        scroll={{ x: 'max-content' }}
        columns={[
          { title: t('run.error.where'), dataIndex: 'label' },
          {
            title: t('report.tracesDuration'),
            dataIndex: 'durationMs',
            align: 'right',
            className: 'numeric',
            render: (ms: number) => formatMs(ms),
          },
          {
            title: t('report.tracesEnded'),
            dataIndex: 'at',
            align: 'right',
            className: 'numeric',
            render: (at: number) => formatClock((at - (run.startedAt ?? at)) / 1_000),
          },
          {
            title: t('report.tracesResult'),
            dataIndex: 'passed',
            render: (passed: boolean) => t(passed ? 'report.tracesPassed' : 'report.tracesFailed'),
          },
          {
            title: t('trace.id'),
            dataIndex: 'traceId',
            render: (_, trace) => <TraceLink {...trace} />,
          },
        ]}
      />
    </PartFrame>
  )
}
