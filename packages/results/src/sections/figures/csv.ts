/** The transaction table of a report as CSV that opens in Excel in either language. */
import type { ReportFrame } from '@pone/contract/entities/report.ts'
import type { LabelStatistics, Statistics } from '@pone/contract/entities/run.ts'
import { transactionsAround } from '@pone/plan/scenario/label-tree.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { csvTable } from '../../export/csv-table.ts'
import type { metricsData } from '../metrics/data.ts'
import type { SectionData } from '../section.ts'
import { metricCells } from './csv-metrics.ts'
import { phaseColumns } from './csv-phases.ts'
import type { figuresData } from './data.ts'

const columns: readonly {
  readonly zh: string
  readonly en: string
  readonly value: (row: Statistics) => number
  /** Without samples there is none. */
  readonly isOfSamples?: true
}[] = [
  { zh: '总数', en: 'Count', value: row => row.count },
  { zh: '成功', en: 'Passed', value: row => row.passed },
  { zh: '失败', en: 'Failed', value: row => row.failed },
  { zh: '成功率(%)', en: 'Success (%)', value: row => row.successPercent, isOfSamples: true },
  { zh: '最小(ms)', en: 'Min (ms)', value: row => row.minMs, isOfSamples: true },
  { zh: '平均(ms)', en: 'Avg (ms)', value: row => row.avgMs, isOfSamples: true },
  { zh: '最大(ms)', en: 'Max (ms)', value: row => row.maxMs, isOfSamples: true },
  { zh: 'P50(ms)', en: 'P50 (ms)', value: row => row.p50Ms, isOfSamples: true },
  { zh: 'P90(ms)', en: 'P90 (ms)', value: row => row.p90Ms, isOfSamples: true },
  { zh: 'P95(ms)', en: 'P95 (ms)', value: row => row.p95Ms, isOfSamples: true },
  { zh: 'P99(ms)', en: 'P99 (ms)', value: row => row.p99Ms, isOfSamples: true },
  { zh: 'P99.9(ms)', en: 'P99.9 (ms)', value: row => row.p999Ms, isOfSamples: true },
  { zh: '标准差(ms)', en: 'Std dev (ms)', value: row => row.standardDeviationMs, isOfSamples: true },
  { zh: '每秒', en: 'Per second', value: row => row.perSecond },
  { zh: '发送(B/s)', en: 'Sent (B/s)', value: row => row.sentBytesPerSecond },
  { zh: '接收(B/s)', en: 'Received (B/s)', value: row => row.receivedBytesPerSecond },
]

/** The part of the run that the figures cover, since its start. */
const partColumns = [
  { zh: '区间起点(s)', en: 'From (s)' },
  { zh: '区间终点(s)', en: 'To (s)' },
] as const

const words = {
  name: { zh: '名称', en: 'Name' },
  kind: { zh: '类型', en: 'Kind' },
  component: { zh: '组件', en: 'Component' },
  within: { zh: '所属事务', en: 'Part of transaction' },
  request: { zh: '请求', en: 'Request' },
  transaction: { zh: '事务', en: 'Transaction' },
  iteration: { zh: '迭代', en: 'Iteration' },
  all: { zh: '全部请求', en: 'All requests' },
} as const

type Data = SectionData<typeof figuresData> & SectionData<typeof metricsData>

/**
 * Every label and all requests, a line each with the part of the run that it covers, with a header; UTF-8 with
 * byte-order mark. The last column names the transactions around a label, the outermost first.
 */
export function reportCsv(
  { run, labels, total, metrics, fromMs, toMs }: ReportFrame & Data,
  language: Language,
): string {
  const word = (key: keyof typeof words) => words[key][language]
  const figures = (row: Statistics) =>
    columns.map(column => numberCell(row.count === 0 && column.isOfSamples ? null : column.value(row)))
  const part = [fromMs, toMs].map(ms => String(ms / 1_000))
  const phases = phaseColumns(labels)
  const ofMetrics = metricCells(metrics.rows)
  const line = (row: LabelStatistics) => [
    row.label.name,
    word(row.label.kind),
    row.label.component,
    ...figures(row),
    ...phases.map(({ key }) => numberCell(row.phases?.[`${key}Ms`] ?? null)),
    ...ofMetrics.map(({ valueOf }) => numberCell(valueOf(row.label.index))),
    ...part,
    transactionsAround(row.label, run.labels).join(' / '),
  ]
  const heads = [...columns, ...phases, ...ofMetrics, ...partColumns, words.within].map(
    column => column[language],
  )
  const rows = [
    [word('name'), word('kind'), word('component'), ...heads],
    ...labels.map(line),
    [
      word('all'),
      '',
      '',
      ...figures(total),
      ...phases.map(() => ''),
      ...ofMetrics.map(({ valueOf }) => numberCell(valueOf(null))),
      ...part,
      '',
    ],
  ]
  return csvTable(rows)
}

const numberCell = (value: number | null): string => (value === null ? '' : String(Number(value.toFixed(3))))
