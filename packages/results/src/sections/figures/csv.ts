/** The transaction table of a report as CSV that opens in Excel in either language. */
import { figureHeading } from '@pone/contract/entities/figure-names.ts'
import type { ReportFrame } from '@pone/contract/entities/report.ts'
import type { LabelStatistics, Statistics } from '@pone/contract/entities/run.ts'
import { transactionsAround } from '@pone/plan/scenario/label-tree.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { csvTable } from '../../export/csv-table.ts'
import { flameDiagramRows, type ListedFlameDiagram } from '../../export/flame-diagrams.ts'
import { plainLabelName } from '../../export/label-name.ts'
import { bottleneckRows } from '../bottleneck/csv.ts'
import type { bottleneckData } from '../bottleneck/data.ts'
import { capacityRows } from '../capacity/csv.ts'
import type { capacityData } from '../capacity/data.ts'
import type { metricsData } from '../metrics/data.ts'
import type { SectionData } from '../section.ts'
import { metricCells } from './csv-metrics.ts'
import { phaseColumns } from './csv-phases.ts'
import type { figuresData } from './data.ts'

/** Figures of a line, in the order of the columns. */
const columns: readonly {
  readonly figure: keyof Statistics
  /** Without samples there is none. */
  readonly isOfSamples?: true
}[] = [
  { figure: 'count' },
  { figure: 'passed' },
  { figure: 'failed' },
  { figure: 'successPercent', isOfSamples: true },
  { figure: 'minMs', isOfSamples: true },
  { figure: 'avgMs', isOfSamples: true },
  { figure: 'maxMs', isOfSamples: true },
  { figure: 'p50Ms', isOfSamples: true },
  { figure: 'p90Ms', isOfSamples: true },
  { figure: 'p95Ms', isOfSamples: true },
  { figure: 'p99Ms', isOfSamples: true },
  { figure: 'p999Ms', isOfSamples: true },
  { figure: 'standardDeviationMs', isOfSamples: true },
  { figure: 'perSecond' },
  { figure: 'sentBytesPerSecond' },
  { figure: 'receivedBytesPerSecond' },
]

/** Since 0.9, behind all columns of earlier versions that have figures. */
const errorCell = ({ count, errorPercent }: Statistics): string =>
  numberCell(count === 0 ? null : errorPercent)

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

type Data = SectionData<typeof figuresData> &
  SectionData<typeof metricsData> &
  SectionData<typeof capacityData> &
  SectionData<typeof bottleneckData>

/**
 * Every label and all requests, a line each with the part of the run that it covers, with a header; UTF-8 with
 * byte-order mark. The last column names the transactions around a label, the outermost first. Below, after an empty
 * line, stand the capacity search, the verdict on the bottleneck and the flame diagrams of the run where there are some.
 */
export function reportCsv(
  { run, labels, total, metrics, capacity, bottleneck, fromMs, toMs }: ReportFrame & Data,
  language: Language,
  flameDiagrams: readonly ListedFlameDiagram[] = [],
): string {
  const word = (key: keyof typeof words) => words[key][language]
  const figures = (row: Statistics) =>
    columns.map(({ figure, isOfSamples }) => numberCell(row.count === 0 && isOfSamples ? null : row[figure]))
  const part = [fromMs, toMs].map(ms => String(ms / 1_000))
  const phases = phaseColumns(labels)
  const ofMetrics = metricCells(metrics.rows)
  const line = (row: LabelStatistics) => [
    plainLabelName(row.label, language),
    word(row.label.kind),
    row.label.component,
    ...figures(row),
    ...phases.map(({ key }) => numberCell(row.phases?.[`${key}Ms`] ?? null)),
    ...ofMetrics.map(({ valueOf }) => numberCell(valueOf(row.label.index))),
    errorCell(row),
    ...part,
    transactionsAround(row.label, run.labels).join(' / '),
  ]
  const heads = [
    ...columns.map(({ figure }) => figureHeading(figure)),
    ...phases,
    ...ofMetrics,
    figureHeading('errorPercent'),
    ...partColumns,
    words.within,
  ].map(column => column[language])
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
      errorCell(total),
      ...part,
      '',
    ],
    ...capacityRows(capacity, language),
    ...bottleneckRows(bottleneck, language),
    ...flameDiagramRows(flameDiagrams, { run, fromMs, toMs }, language),
  ]
  return csvTable(rows)
}

const numberCell = (value: number | null): string => (value === null ? '' : String(Number(value.toFixed(3))))
