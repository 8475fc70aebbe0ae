/** One slow operation: its text, its trend over the range, the newest entries of a log, and how the target executes it. */
import { CopyOutlined } from '@ant-design/icons'
import type { SlowOperation, SlowOperationTrend } from '@pone/contract/entities/slow-operation.ts'
import { formatNumber, noValue } from '@pone/metrics/figures.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Table } from 'antd'
import { api } from '../../../lib/api.ts'
import { copyText } from '../../../lib/copy.ts'
import { useT } from '../../../lib/i18n.ts'
import { useProjectId } from '../../../lib/project.ts'
import { formatValue } from '../../../ui/chart/chart-plot.ts'
import { TimeChart } from '../../../ui/chart/time-chart.tsx'
import type { ChartUnit } from '../../../ui/chart/time-series.ts'
import { useRowPages } from '../../../ui/data-table/use-row-pages.ts'
import { FormDrawer } from '../../../ui/form/form-layer.tsx'
import { ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { monitorsKey } from '../shared/monitor-queries.ts'
import { instantText, tickText } from './monitor-chart.tsx'
import { OperationPlan } from './operation-plan.tsx'
import { rangeAt, rangeText, type TimeRange } from './range.ts'

const entriesPerPage = 10

interface OperationDrawerProps {
  readonly id: string
  readonly operation: SlowOperation
  readonly range: TimeRange
  readonly onClose: () => void
}

export function OperationDrawer({ id, operation, range, onClose }: OperationDrawerProps) {
  const t = useT()
  const projectId = useProjectId()
  const { data, error, refetch } = useQuery({
    queryKey: [...monitorsKey, projectId, 'slowOperationTrend', id, operation.id, rangeText(range)],
    queryFn: ({ signal }) =>
      api.monitor.slowOperationTrend(
        { projectId, id, operationId: operation.id, ...rangeAt(range, Date.now()) },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })
  return (
    <FormDrawer title={t('monitor.operation')} size={880} onClose={onClose}>
      <div className="operation-statement">
        <pre className="code">{operation.text}</pre>
        <Button
          icon={<CopyOutlined />}
          aria-label={t('monitor.copyOperation')}
          title={t('monitor.copyOperation')}
          onClick={() => void copyText(operation.text)}
        />
      </div>
      <p className="secondary">{t('monitor.operationMasked')}</p>
      {data ? (
        <Trend trend={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState rows={6} />
      )}
      {data && data.entries.length > 0 && <Entries entries={data.entries} />}
      {operation.hasPlan && <OperationPlan id={id} operationId={operation.id} />}
    </FormDrawer>
  )
}

const charts: readonly {
  readonly key: 'callsPerSecond' | 'meanMs' | 'totalMsPerSecond'
  readonly title: 'monitor.operationRate' | 'monitor.operationMean' | 'monitor.operationLoad'
  readonly unit: ChartUnit
}[] = [
  { key: 'callsPerSecond', title: 'monitor.operationRate', unit: 'perSecond' },
  { key: 'meanMs', title: 'monitor.operationMean', unit: 'ms' },
  { key: 'totalMsPerSecond', title: 'monitor.operationLoad', unit: 'ms' },
]

function Trend({ trend }: { readonly trend: SlowOperationTrend }) {
  const t = useT()
  const axis = { label: t('monitor.time'), format: instantText, tick: tickText }
  return charts.map(({ key, title, unit }) => (
    <TimeChart
      key={key}
      title={t(title)}
      unit={unit}
      seconds={trend.times.map(time => time / 1_000)}
      step={trend.stepMs / 1_000}
      series={[{ key, label: t(title), color: 'name1', values: trend[key] }]}
      axis={axis}
      syncKey="operation"
      height={150}
    />
  ))
}

function Entries({ entries }: Pick<SlowOperationTrend, 'entries'>) {
  const t = useT()
  const pages = useRowPages(entries.length, entriesPerPage)
  return (
    <section className="monitor-table" aria-label={t('monitor.operationEntries')}>
      <h3>{t('monitor.operationEntries')}</h3>
      <Table
        size="small"
        rowKey="key"
        dataSource={entries.map((entry, key) => ({ ...entry, key }))}
        pagination={pages}
        columns={[
          { key: 'at', title: t('monitor.time'), render: (_, { at }) => <TimeText at={at} withSeconds /> },
          {
            key: 'durationMs',
            title: t('monitor.operationDuration'),
            align: 'right',
            render: (_, { durationMs }) => formatValue(durationMs, 'ms'),
          },
          {
            key: 'rows',
            title: t('monitor.operationRows'),
            align: 'right',
            render: (_, { rows }) => (rows === null ? noValue : formatNumber(rows)),
          },
          {
            key: 'account',
            title: t('monitor.operationAccount'),
            render: (_, row) => row.account || noValue,
          },
        ]}
      />
    </section>
  )
}
