/** One name per figure of a run: on the report page, in the HTML report, in the CSV files, in the comparison and on the terminal. */
import { describe, expect, test } from 'vitest'
import { comparisonMetrics } from '../packages/contract/src/entities/comparison.ts'
import { figureNames } from '../packages/contract/src/entities/figure-names.ts'
import { toStoredBatch } from '../packages/results/src/batches/stored-batch.ts'
import { comparisonCsv } from '../packages/results/src/comparison/comparison-csv.ts'
import { reportHtml } from '../packages/results/src/report/html/report-html.ts'
import { texts as htmlTexts } from '../packages/results/src/report/html/texts.ts'
import { makeReport } from '../packages/results/src/report/make-report.ts'
import { reportRange } from '../packages/results/src/report-range.ts'
import { sampleRun } from '../packages/results/src/sample-run.ts'
import { reportCsv } from '../packages/results/src/sections/figures/csv.ts'
import { texts as metricTexts } from '../packages/results/src/sections/metrics/texts.ts'
import { texts as reconciliationTexts } from '../packages/results/src/sections/reconciliation/texts.ts'
import { seriesCsv } from '../packages/results/src/sections/timeline/series-csv.ts'
import { texts as timelineTexts } from '../packages/results/src/sections/timeline/texts.ts'
import { comparisonMessages } from '../packages/web/src/features/comparison/messages.ts'
import {
  type StatisticsRow,
  statisticsRows,
} from '../packages/web/src/features/runs/figures/statistics-rows.ts'
import { runMessages } from '../packages/web/src/features/runs/messages.ts'
import { reportMessages } from '../packages/web/src/features/runs/report/messages.ts'

const languages = ['zh', 'en'] as const
type Language = (typeof languages)[number]
type Figure = keyof typeof figureNames

const page = { ...runMessages, ...reportMessages }

/** Columns of the table of transactions, in the order of the page; null: the name is written in the page itself. */
const pageColumns: readonly (readonly [Figure, keyof typeof page | null])[] = [
  ['count', 'run.column.count'],
  ['failed', 'run.column.failed'],
  ['errorPercent', 'run.column.errorPercent'],
  ['perSecond', 'run.column.perSecond'],
  ['minMs', 'run.column.min'],
  ['avgMs', 'run.column.avg'],
  ['p50Ms', null],
  ['p90Ms', null],
  ['p95Ms', null],
  ['p99Ms', null],
  ['p999Ms', 'run.column.p999'],
  ['maxMs', 'run.column.max'],
  ['standardDeviationMs', 'run.column.deviation'],
  ['receivedBytesPerSecond', 'run.column.bytes'],
]

/** Without its unit. */
const baseName = (heading: string): string => heading.replace(/ ?\([^)]*\)$|\/(?:s|秒)$/, '')

async function sampleReport() {
  const sample = sampleRun({ seconds: 5, hasMetrics: true })
  const labels = [
    ...sample.record.labels,
    { index: sample.record.labels.length, name: 'other', kind: 'request', component: '' } as const,
  ]
  const record = { ...sample.record, labels }
  const batches = sample.batches.map(batch => {
    const [first] = batch.labels
    const others = first === undefined ? [] : [{ ...first, label: labels.length - 1 }]
    return toStoredBatch(
      { ...batch, labels: [...batch.labels, ...others] },
      label => labels[label]?.kind === 'request',
    )
  })
  const content = await makeReport(
    { record, range: reportRange(5_000, { fromMs: null, toMs: null }), now: 0 },
    {
      runs: { machines: async () => [...sample.machines], events: async () => [] },
      batches: {
        read: async function* () {
          yield batches
        },
        samples: async () => [],
        workerTotals: async () => [],
      },
    },
  )
  return { content, batches }
}

const { content, batches } = await sampleReport()
const html = (language: Language) => reportHtml(content, { language, projectName: 'Shop' })
const csvLines = (text: string) =>
  text
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map(line => line.split(','))
const series = async (language: Language) =>
  (
    await Array.fromAsync(
      seriesCsv(
        content,
        (async function* () {
          yield batches
        })(),
        language,
      ),
    )
  ).join('')

describe.each(languages)('in %s', language => {
  test('the table of the report page has the names of the figures', () => {
    for (const [figure, key] of pageColumns) {
      if (key !== null) expect(baseName(page[key][language]), key).toBe(figureNames[figure][language])
    }
  })

  test('the HTML report has the same columns in the same order', () => {
    const [, head = ''] = /<table class="wide">\s*<thead>(.*?)<\/thead>/s.exec(html(language)) ?? []
    const names = [...head.matchAll(/<th class="n">([^<]*)/g)].map(([, name = '']) => baseName(name))
    expect(names).toEqual(pageColumns.map(([figure]) => figureNames[figure][language]))
  })

  test('the CSV file has all columns of the page', () => {
    const names = (csvLines(reportCsv(content, language))[0] ?? []).map(baseName)
    expect(names).toEqual(
      expect.arrayContaining(pageColumns.map(([figure]) => figureNames[figure][language])),
    )
    expect(names).toEqual(
      expect.arrayContaining([page['run.column.name'][language], page['run.column.kind'][language]]),
    )
  })

  test('the comparison file has the same names', () => {
    const [, ...lines] = csvLines(comparisonCsv({ runs: [], total: [], labels: [] }, language))
    expect(lines.map(line => baseName(line[3] ?? ''))).toEqual(
      comparisonMetrics.map(metric => figureNames[metric][language]),
    )
  })

  test('all time series are named like the curves of the page', async () => {
    const heads = csvLines(await series(language))[0] ?? []
    for (const curve of ['users', 'usersSampled', 'target', 'targetRate', 'avg'] as const)
      expect(timelineTexts[`series.${curve}`]).toEqual(page[`run.series.${curve}`])
    const users = content.usersBasis === 'maximum' ? 'users' : 'usersSampled'
    const curves = ['requests', 'failed', 'transactions', 'sent', 'received', 'connections'] as const
    for (const curve of ['target', users, ...curves] as const) {
      const name = page[`run.series.${curve}`]
      expect(timelineTexts[`series.${curve}`]).toEqual(name)
      expect(
        heads.filter(head => [head, baseName(head)].includes(name[language])),
        curve,
      ).not.toEqual([])
    }
  })

  test('requests have one name everywhere, those that are not kept apart too', async () => {
    const t = (key: string) => page[key as keyof typeof page][language]
    const nested = (rows: readonly StatisticsRow[]): string[] =>
      rows.flatMap(({ kind, name, children = [] }) => [
        ...(kind === 'outside' ? [] : [name]),
        ...nested(children),
      ])
    const names = nested(statisticsRows(content.labels, t as Parameters<typeof statisticsRows>[1]))
    expect(names).toContain(page['run.otherLabels'][language])
    expect(names).toHaveLength(content.labels.length)
    const lines = csvLines(reportCsv(content, language)).map(([name]) => name)
    const heads = csvLines(await series(language))[0]?.join() ?? ''
    for (const name of names) {
      expect(lines).toContain(name)
      expect(html(language)).toContain(name)
      expect(heads).toContain(name)
    }
  })

  test('all requests together have one name', () => {
    const name = page['run.total'][language]
    expect(csvLines(reportCsv(content, language)).at(-1)?.[0]).toBe(name)
    expect(csvLines(comparisonCsv({ runs: [], total: [], labels: [] }, language))[1]?.[0]).toBe(name)
    expect(html(language)).toContain(`<tr class="total"><td class="name">${name}`)
  })

  test('metrics of protocols have the same columns', () => {
    for (const [key, text] of Object.entries(metricTexts)) {
      const own = page[`run.metric.${key}` as keyof typeof page]
      if (key.startsWith('column.') || key.startsWith('curve.'))
        expect(own[language], key).toBe(text[language])
    }
  })

  test.each([
    ['peakUsers', 'report.peakUsers'],
    ['requests', 'report.requests'],
    ['requestRate', 'run.rps'],
    ['errorRate', 'run.errorRate'],
    ['cluster', 'report.cluster'],
    ['model', 'report.model'],
    ['by', 'run.record.by'],
    ['started', 'run.record.started'],
    ['ended', 'report.ended'],
    ['covers', 'report.covers'],
    ['outcome', 'report.cause'],
    ['causeDetail', 'report.causeDetail'],
    ['conclusion', 'report.conclusion'],
    ['notes', 'report.note'],
  ] as const)('the head of the HTML report names %s as the page does', (own, key) => {
    expect(htmlTexts[own][language]).toBe(page[key][language])
  })

  test.each(['worker', 'sent', 'counted', 'lost'] as const)(
    'the reconciliation names %s as the page does',
    name => {
      expect(reconciliationTexts[name][language]).toBe(page[`report.${name}`][language])
    },
  )

  test('the comparison page names throughput like the chart, and other figures by the same words', () => {
    expect(comparisonMessages['comparison.metric.perSecond']).toEqual(page['run.chart.rate'])
    for (const metric of ['p50Ms', 'p90Ms', 'p95Ms', 'p99Ms', 'p999Ms'] as const)
      expect(comparisonMessages[`comparison.metric.${metric}`]).toEqual(figureNames[metric])
    expect(comparisonMessages['comparison.metric.errorPercent']).toEqual(page['run.errorRate'])
  })
})
