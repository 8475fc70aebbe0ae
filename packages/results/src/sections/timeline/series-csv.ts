/** All time series of a report as one CSV: a row per point of its charts, columns for the run, its protocol metrics, its load machines and every label. */
import type { LabelStatistics } from '@pone/contract/entities/run.ts'
import { pointRate } from '@pone/metrics/statistics.ts'
import { transactionsAround } from '@pone/plan/scenario/label-tree.ts'
import type { Bilingual, Language } from '@pone/schema/bilingual.ts'
import { spreadsheetField } from '@pone/schema/csv-field.ts'
import type { StoredBatch } from '../../batches/stored-batch.ts'
import { plainLabelName } from '../../export/label-name.ts'
import { type LabelPoint, labelSeries } from './label-series.ts'
import { type SeriesContent, seriesColumns } from './series-columns.ts'

const byteOrderMark = '\uFEFF'

interface LabelColumn extends Bilingual {
  readonly value: (point: LabelPoint, lengthMs: number | undefined, widthMs: number) => number | null
}

const labelColumns: readonly LabelColumn[] = [
  { zh: '次数', en: 'count', value: point => point.count },
  {
    zh: '每秒(个/秒)',
    en: 'per second (1/s)',
    value: ({ count }, length, width) => pointRate(count, length, width),
  },
  { zh: '失败', en: 'failed', value: point => point.failed },
  { zh: '平均(ms)', en: 'avg (ms)', value: point => point.avgMs },
  { zh: 'P50(ms)', en: 'P50 (ms)', value: point => point.p50Ms },
  { zh: 'P90(ms)', en: 'P90 (ms)', value: point => point.p90Ms },
  { zh: 'P95(ms)', en: 'P95 (ms)', value: point => point.p95Ms },
  { zh: 'P99(ms)', en: 'P99 (ms)', value: point => point.p99Ms },
]

const words = {
  from: { zh: '时间(s)', en: 'Elapsed (s)' },
  length: { zh: '区间长度(s)', en: 'Interval (s)' },
  at: { zh: '时刻(UTC)', en: 'Time (UTC)' },
} as const

const nothing: LabelPoint = {
  count: 0,
  failed: 0,
  avgMs: null,
  p50Ms: null,
  p90Ms: null,
  p95Ms: null,
  p99Ms: null,
}

/**
 * The text in pieces, a row each; UTF-8 with byte-order mark, numbers with a point and at most three decimals, an
 * empty cell where there is no value. `batches` are those of the report's part, ascending by second.
 */
export async function* seriesCsv(
  content: SeriesContent,
  batches: AsyncIterable<readonly StoredBatch[]>,
  language: Language,
): AsyncGenerator<string> {
  const { run, labels, seconds, secondsPerPoint, fromMs } = content
  const columns = seriesColumns(content)
  const widthMs = secondsPerPoint * 1_000
  const heads = [
    ...[words.from, words.length, words.at, ...columns].map(each => each[language]),
    ...labels.flatMap(row => {
      const name = nameOf(row, content, language)
      return labelColumns.map(column => `${name}${language === 'zh' ? '：' : ': '}${column[language]}`)
    }),
  ]
  yield `${byteOrderMark}${heads.map(spreadsheetField).join(',')}\r\n`
  const series = labelSeries(batches, { firstSecond: fromMs / 1_000, secondsPerPoint })
  try {
    let next = await series.next()
    for (const [index, point] of seconds.entries()) {
      while (next.done !== true && next.value.second < point.second) next = await series.next()
      const found = next.done !== true && next.value.second === point.second ? next.value.labels : null
      const cells = [
        cell(point.second),
        cell((point.lengthMs ?? widthMs) / 1_000),
        run.startedAt === null ? '' : timeText(run.startedAt + point.second * 1_000),
        ...columns.map(({ values }) => cell(values[index] ?? null)),
        ...labels.flatMap(({ label }) =>
          labelColumns.map(({ value }) =>
            cell(value(found?.get(label.index) ?? nothing, point.lengthMs, widthMs)),
          ),
        ),
      ]
      yield `${cells.join(',')}\r\n`
    }
  } finally {
    await series.return(undefined)
  }
}

const cell = (value: number | null): string => (value === null ? '' : String(Number(value.toFixed(3))))

/** Read as a time by spreadsheets. */
const timeText = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ')

/** A label with what tells it apart: its component where there are several, the transactions around it. */
function nameOf({ label }: LabelStatistics, { labels, run }: SeriesContent, language: Language): string {
  const hasSeveral = labels.some(other => other.label.component !== label.component)
  return [
    ...(hasSeveral && label.component !== '' && label.kind !== 'iteration' ? [label.component] : []),
    ...transactionsAround(label, run.labels),
    plainLabelName(label, language),
  ].join(' / ')
}
