/** The transaction table of a report as CSV that opens in Excel in either language. */
import type { ReportFrame } from '@pone/contract/entities/report.ts'
import type { LabelStatistics, Statistics } from '@pone/contract/entities/run.ts'
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
}[] = [
  { zh: '总数', en: 'Count', value: row => row.count },
  { zh: '成功', en: 'Passed', value: row => row.passed },
  { zh: '失败', en: 'Failed', value: row => row.failed },
  { zh: '成功率(%)', en: 'Success (%)', value: row => row.successPercent },
  { zh: '最小(ms)', en: 'Min (ms)', value: row => row.minMs },
  { zh: '平均(ms)', en: 'Avg (ms)', value: row => row.avgMs },
  { zh: '最大(ms)', en: 'Max (ms)', value: row => row.maxMs },
  { zh: 'P50(ms)', en: 'P50 (ms)', value: row => row.p50Ms },
  { zh: 'P90(ms)', en: 'P90 (ms)', value: row => row.p90Ms },
  { zh: 'P95(ms)', en: 'P95 (ms)', value: row => row.p95Ms },
  { zh: 'P99(ms)', en: 'P99 (ms)', value: row => row.p99Ms },
  { zh: 'P99.9(ms)', en: 'P99.9 (ms)', value: row => row.p999Ms },
  { zh: '标准差(ms)', en: 'Std dev (ms)', value: row => row.standardDeviationMs },
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
  request: { zh: '请求', en: 'Request' },
  transaction: { zh: '事务', en: 'Transaction' },
  iteration: { zh: '迭代', en: 'Iteration' },
  all: { zh: '全部请求', en: 'All requests' },
} as const

type Data = SectionData<typeof figuresData> & SectionData<typeof metricsData>

/** Every label and all requests, a line each with the part of the run that it covers, with a header; UTF-8 with byte-order mark. */
export function reportCsv(
  { labels, total, metrics, fromMs, toMs }: ReportFrame & Data,
  language: Language,
): string {
  const word = (key: keyof typeof words) => words[key][language]
  const figures = (row: Statistics) => columns.map(column => numberCell(column.value(row)))
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
  ]
  const heads = [...columns, ...phases, ...ofMetrics, ...partColumns].map(column => column[language])
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
    ],
  ]
  return csvTable(rows)
}

const numberCell = (value: number | null): string => (value === null ? '' : String(Number(value.toFixed(3))))
