/** Minimum, mean, maximum and 95th percentile of every counter over a session, with what they are computed from. */
import type { FlowReport, FlowStatistics as Statistics } from '@pone/contract/entities/flow-report.ts'
import { formatDuration, formatNumber } from '@pone/metrics/figures.ts'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { EmptyState } from '../../../ui/page/page-states.tsx'
import { type ShortColumn, ShortTable } from '../../../ui/short-table.tsx'
import { counterValue } from '../links/canvas/counter-texts.ts'
import { useMonitorTypes } from '../shared/use-monitor-types.ts'
import type { FlowPartProps } from './flow-charts.tsx'

interface Row {
  readonly key: number
  readonly monitor: FlowReport['monitoring']['monitors'][number] | undefined
  readonly series: FlowReport['monitoring']['series'][number]
  readonly own: Statistics
}

export function FlowStatistics({ report, isShown }: FlowPartProps) {
  const t = useT()
  const { monitoring, statistics } = report
  const monitorOf = new Map(monitoring.monitors.map(monitor => [monitor.id, monitor]))
  const rows = monitoring.series.flatMap((series, key): Row[] => {
    const own = statistics[key]
    if (own === undefined || !isShown(series.monitorId)) return []
    return [{ key, monitor: monitorOf.get(series.monitorId), series, own }]
  })
  const columns = useColumns()
  if (rows.length === 0) return <EmptyState title={t('flow.noValues')} />
  return (
    <>
      <p className="flow-note">{t('flow.definition')}</p>
      <ShortTable rows={rows} columns={columns} rowId={({ key }) => String(key)} />
    </>
  )
}

function useColumns(): readonly ShortColumn<Row>[] {
  const t = useT()
  const language = useSession('language')
  const types = useMonitorTypes()
  const figure = (key: 'min' | 'mean' | 'max' | 'p95', title: string): ShortColumn<Row> => ({
    key,
    title,
    align: 'right',
    render: ({ monitor, series, own }) =>
      counterValue(types.typeOf({ type: monitor?.type ?? '' }), series, { value: own[key], language }),
  })
  return [
    { key: 'monitor', title: t('flow.monitor'), render: ({ monitor }) => monitor?.name ?? '' },
    {
      key: 'counter',
      title: t('flow.counter'),
      render: ({ series: { names, labels } }) => [names[language], ...Object.values(labels)].join(' · '),
    },
    { key: 'n', title: t('flow.n'), align: 'right', render: ({ own }) => formatNumber(own.n) },
    figure('min', t('flow.min')),
    figure('mean', t('flow.mean')),
    figure('max', t('flow.max')),
    figure('p95', 'P95'),
    {
      key: 'basis',
      title: t('flow.basis'),
      render: ({ own: { basisMs } }) =>
        basisMs === 0 ? t('flow.basisSamples') : t('flow.basisMeans', { length: formatDuration(basisMs) }),
    },
  ]
}
