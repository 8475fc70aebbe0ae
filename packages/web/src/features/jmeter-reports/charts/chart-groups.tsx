/** The charts of the dashboard in its three groups, with one selection of displayed labels for all of them. */
import {
  type JmeterChartName,
  type JmeterReportContent,
  jmeterCharts,
} from '@pone/contract/entities/jmeter-report.ts'
import { formatMs, formatNumber } from '@pone/metrics/figures.ts'
import { Select, Tabs } from 'antd'
import { useMemo, useState } from 'react'
import { type Translate, useT } from '../../../lib/i18n.ts'
import { shortLabel, shortLabels } from '../../../lib/short-label.ts'
import { TimeChart, type TimeChartProps } from '../../../ui/chart/time-chart.tsx'
import type { ChartUnit } from '../../../ui/chart/time-series.ts'
import { useIsPrinting } from '../../../ui/print/use-is-printing.ts'
import { labelCharts, labelsByCount, maxDrawnLabels, seriesOf } from './chart-series.ts'
import { ResponseOverview } from './response-overview.tsx'

const groups = {
  time: [
    'responseTimesOverTime',
    'responseTimePercentilesOverTime',
    'activeThreadsOverTime',
    'bytesThroughputOverTime',
    'latenciesOverTime',
    'connectTimeOverTime',
  ],
  throughput: [
    'hitsPerSecond',
    'codesPerSecond',
    'transactionsPerSecond',
    'totalTPS',
    'responseTimeVsRequest',
    'latencyVsRequest',
  ],
  times: [
    'responseTimePercentiles',
    'syntheticResponseTimeDistribution',
    'timeVsThreads',
    'timeVsThreadsAggregated',
    'responseTimeDistribution',
  ],
} as const satisfies Record<string, readonly JmeterChartName[]>

const units: Partial<Record<JmeterChartName, ChartUnit>> = {
  activeThreadsOverTime: 'count',
  bytesThroughputOverTime: 'bytesPerSecond',
  hitsPerSecond: 'perSecond',
  codesPerSecond: 'perSecond',
  transactionsPerSecond: 'perSecond',
  totalTPS: 'perSecond',
  syntheticResponseTimeDistribution: 'count',
  responseTimeDistribution: 'count',
}
const firstLabels = 6
const dots: ReadonlySet<JmeterChartName> = new Set([
  'responseTimeVsRequest',
  'latencyVsRequest',
  'timeVsThreadsAggregated',
])

export function ChartGroups({
  content,
  syncKey,
}: {
  readonly content: JmeterReportContent
  readonly syncKey: string
}) {
  const t = useT()
  const isPrinting = useIsPrinting()
  const all = useMemo(() => labelsByCount(content.statistics), [content])
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const [range, setRange] = useState<readonly [number, number] | null>(null)
  const labels = chosen ?? all.slice(0, firstLabels)
  const names = shortLabels(labels)
  const draw = (name: JmeterChartName) =>
    name === 'syntheticResponseTimeDistribution' ? (
      <ResponseOverview key={name} content={content} />
    ) : (
      <ReportChart
        key={name}
        name={name}
        content={content}
        labels={labels}
        syncKey={syncKey}
        range={range}
        onRange={setRange}
      />
    )
  return (
    <>
      {all.length > 1 && (
        <label className="jr-labels no-print">
          <span>{t('jmeterReport.labels')}</span>
          <Select
            mode="multiple"
            allowClear
            maxCount={maxDrawnLabels}
            maxTagCount="responsive"
            optionFilterProp="value"
            optionRender={({ value }) => <span title={String(value)}>{value}</span>}
            value={[...labels]}
            placeholder={t('jmeterReport.labels.busiest', { count: firstLabels })}
            options={all.map(value => ({ value, label: names.get(value) ?? shortLabel(value) }))}
            onChange={value => setChosen(value.length === 0 ? null : value)}
          />
        </label>
      )}
      <Tabs
        className={isPrinting ? 'jr-groups-all' : ''}
        items={(Object.keys(groups) as (keyof typeof groups)[]).map(group => ({
          key: group,
          label: t(`jmeterReport.group.${group}`),
          // Paper shows all groups, each below its name.
          forceRender: isPrinting,
          children: (
            <>
              {isPrinting && <h3 className="jr-group">{t(`jmeterReport.group.${group}`)}</h3>}
              <div className="jr-charts">{groups[group].map(draw)}</div>
            </>
          ),
        }))}
      />
    </>
  )
}

interface ReportChartProps extends Pick<TimeChartProps, 'syncKey'> {
  readonly name: JmeterChartName
  readonly content: JmeterReportContent
  readonly labels: readonly string[]
  readonly range: readonly [number, number] | null
  readonly onRange: (range: readonly [number, number] | null) => void
}

function ReportChart({ name, content, labels, syncKey, range, onRange }: ReportChartProps) {
  const t = useT()
  const chart = content.charts[name]
  const [ownRange, setOwnRange] = useState<readonly [number, number] | null>(null)
  const series = useMemo(() => seriesOf(name, chart, labels, t), [name, chart, labels, t])
  const axis = useMemo(() => axisOf(name, t), [name, t])
  const title = t(`jmeterReport.chart.${name}`)
  const isOfTime = axis === undefined
  return (
    <div className="jr-chart">
      {series.length === 0 ? (
        <figure className="time-chart">
          <figcaption>
            <h3>{title}</h3>
          </figcaption>
          <p className="jr-note">{t('jmeterReport.noPoints')}</p>
        </figure>
      ) : (
        <TimeChart
          title={title}
          unit={units[name] ?? 'ms'}
          seconds={chart.x}
          step={chart.step}
          series={series}
          syncKey={isOfTime ? syncKey : `${syncKey}-${name}`}
          range={isOfTime ? range : ownRange}
          onRange={isOfTime ? onRange : setOwnRange}
          height={220}
          line={dots.has(name) ? 'dots' : name === 'responseTimeDistribution' ? 'steps' : 'joined'}
          {...(axis === undefined ? {} : { axis })}
        />
      )}
      {labelCharts.has(name) && chart.omittedSeries > 0 && (
        <p className="jr-note">
          {t('jmeterReport.omitted', {
            shown: formatNumber(chart.series.length),
            count: chart.omittedSeries,
          })}
        </p>
      )}
    </div>
  )
}

function axisOf(name: JmeterChartName, t: Translate): TimeChartProps['axis'] | undefined {
  const kind = jmeterCharts[name]
  if (kind === 'time' || kind === 'none') return undefined
  const label = t(`jmeterReport.axis.${kind}`)
  const format =
    kind === 'ms'
      ? formatMs
      : kind === 'percent'
        ? (x: number) => `${formatNumber(x)} %`
        : (x: number) => formatNumber(Number(x.toFixed(1)))
  return { label, format }
}
