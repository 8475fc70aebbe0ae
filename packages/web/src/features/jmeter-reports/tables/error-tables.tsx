/** Errors by kind, and the five most frequent of each sampler. */
import { CheckCircleOutlined } from '@ant-design/icons'
import type { JmeterReportContent } from '@pone/contract/entities/jmeter-report.ts'
import { formatNumber, formatPercent } from '@pone/metrics/figures.ts'
import { Table } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useRowPages } from '../../../ui/data-table/use-row-pages.ts'
import { LabelText } from './label-table.tsx'

type ErrorLine = JmeterReportContent['errors'][number]
type TopLine = JmeterReportContent['topErrors'][number]

const right = { align: 'right', className: 'numeric' } as const
const rowsPerPage = 20

export function ErrorsTable({
  lines,
  omitted,
}: {
  readonly lines: readonly ErrorLine[]
  readonly omitted: number
}) {
  const t = useT()
  const pages = useRowPages(lines.length, rowsPerPage)
  if (lines.length === 0)
    return (
      <p className="jr-note">
        <CheckCircleOutlined aria-hidden style={{ color: 'var(--passed)' }} /> {t('jmeterReport.errors.none')}
      </p>
    )
  return (
    <>
      <Table<ErrorLine>
        size="small"
        className="jr-table"
        rowKey={line => line.error}
        dataSource={lines}
        pagination={pages}
        scroll={{ x: 'max-content' }}
        showSorterTooltip={false}
        columns={[
          {
            title: t('jmeterReport.column.error'),
            className: 'jr-error',
            sorter: (a, b) => a.error.localeCompare(b.error),
            render: (_, line) => line.error,
          },
          {
            ...right,
            title: t('jmeterReport.column.count'),
            sorter: (a, b) => a.count - b.count,
            render: (_, line) => formatNumber(line.count),
          },
          {
            ...right,
            title: t('jmeterReport.column.ofErrors'),
            render: (_, line) => formatPercent(line.percentOfErrors),
          },
          {
            ...right,
            title: t('jmeterReport.column.ofSamples'),
            render: (_, line) => formatPercent(line.percentOfSamples),
          },
        ]}
      />
      {omitted > 0 && <p className="jr-note">{t('jmeterReport.errors.more', { count: omitted })}</p>}
    </>
  )
}

export function TopErrorsTable({ lines }: { readonly lines: readonly TopLine[] }) {
  const t = useT()
  const pages = useRowPages(lines.length, rowsPerPage)
  return (
    <Table<TopLine>
      size="small"
      className="jr-table"
      rowKey={line => `${line.label}`}
      dataSource={lines}
      pagination={pages}
      scroll={{ x: 'max-content' }}
      showSorterTooltip={false}
      rowClassName={line => (line.label === null ? 'jr-total' : '')}
      columns={[
        {
          title: t('jmeterReport.column.label'),
          className: 'jr-label',
          render: (_, line) => <LabelText line={line} />,
        },
        {
          ...right,
          title: t('jmeterReport.column.samples'),
          render: (_, line) => formatNumber(line.count),
        },
        {
          ...right,
          title: t('jmeterReport.column.failed'),
          render: (_, line) => formatNumber(line.failed),
        },
        {
          title: t('jmeterReport.column.error'),
          className: 'jr-error',
          render: (_, line) => (
            <ol className="jr-top">
              {line.errors.map(each => (
                <li key={each.error}>
                  <span>{each.error}</span> <b>{formatNumber(each.count)}</b>
                </li>
              ))}
            </ol>
          ),
        },
      ]}
    />
  )
}
