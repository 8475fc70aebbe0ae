/** Metrics in a report: content, exported file and CSV, of the whole run and of a part. */
import type { PhaseAverages } from '@pone/contract/entities/run.ts'
import { phasesOfRun } from '@pone/protocols/definitions.ts'
import { describe, expect, test } from 'vitest'
import { toStoredBatch } from '../../batches/stored-batch.ts'
import { reportContentSchema } from '../../report/content.ts'
import { reportHtml } from '../../report/html/report-html.ts'
import { makeReport, type ReportStore } from '../../report/make-report.ts'
import { reportRange } from '../../report-range.ts'
import { sampleRun } from '../../sample-run.ts'
import { reportCsv } from '../figures/csv.ts'

const seconds = 10
const storeOf = (sample: ReturnType<typeof sampleRun>): ReportStore => ({
  runs: { machines: async () => [...sample.machines], events: async () => [] },
  batches: {
    read: async function* (_runId, from = 0, to = Number.POSITIVE_INFINITY) {
      const stored = sample.batches.map(batch => toStoredBatch(batch, () => true))
      yield stored.filter(({ second }) => second >= from && second <= to).sort((a, b) => a.second - b.second)
    },
    samples: async () => [],
    workerTotals: async () => [],
  },
})

function reportOf(hasMetrics: boolean, part: { fromMs: number; toMs: number } | null = null) {
  const sample = sampleRun({ seconds, workers: 2, hasMetrics })
  const range = reportRange(seconds * 1_000, part ?? { fromMs: null, toMs: null })
  return makeReport({ record: sample.record, range, now: 0 }, storeOf(sample))
}
const content = await reportOf(true)
const plain = await reportOf(false)

// Each worker sends as many messages in a second as its number, the nth answered after n ms.
const sentIn = (from: number, to: number) => {
  let sent = 0
  for (let second = from; second <= to; second++) sent += 2 * second
  return sent
}

test('a report holds the sums of both workers over its own length', async () => {
  const [all, label, trip] = content.metrics.rows
  expect(all).toEqual({
    key: 'messagesSent',
    label: null,
    perSecond: 9,
    figures: { kind: 'counter', sum: 90 },
  })
  expect(label).toEqual({ ...all, label: content.run.labels.at(-1) })
  expect(trip).toMatchObject({
    key: 'roundTrip',
    perSecond: 9,
    figures: { count: 90, min: 1_000, max: 9_000 },
  })
  const part = await reportOf(true, { fromMs: 4_000, toMs: 6_000 })
  expect(part.metrics.rows[0]).toMatchObject({
    perSecond: sentIn(4, 5) / 2,
    figures: { kind: 'counter', sum: sentIn(4, 5) },
  })
  expect(part.seconds.map(({ metrics }) => metrics?.['messagesSent'])).toEqual([
    { kind: 'counter', sum: 8 },
    { kind: 'counter', sum: 10 },
  ])
})

test('what is stored is read as it is, and a report of an older version has none', () => {
  expect(reportContentSchema.parse(JSON.parse(JSON.stringify(content)))).toEqual(content)
  const { metrics: _metrics, ...older } = plain
  expect(reportContentSchema.parse(older)).toEqual(plain)
})

describe('the exported file', () => {
  test.each([
    ['zh', '协议指标', '消息往返时间', '发送消息数'],
    ['en', 'Protocol metrics', 'Round trip', 'Messages sent'],
  ] as const)('in %s names metrics as their protocol does', (language, ...words) => {
    const page = reportHtml(content, { language, projectName: 'Shop' })
    for (const word of words) expect(page).toContain(word)
    expect(page).toContain('<td class="n">90</td><td class="n">9</td>')
    const without = reportHtml(plain, { language, projectName: 'Shop' })
    const sections = (html: string) => html.match(/<section>/g)?.length ?? 0
    expect(sections(page)).toBe(sections(without) + 1)
    expect(page).not.toMatch(/undefined|NaN|\[object/)
  })
  test('has no such section where nothing was counted', () => {
    expect(reportHtml(plain, { language: 'en', projectName: 'Shop' })).not.toContain('Protocol metrics')
  })
  test('says what was left out, and what the last value of a gauge is', () => {
    const gauge = { kind: 'gauge', last: 3, min: 1, max: 5 } as const
    const metrics = {
      rows: [{ key: '<b>new</b>', label: null, perSecond: 1, figures: gauge }],
      lacksMetrics: true,
      lacksLabels: true,
    }
    const page = reportHtml({ ...content, metrics }, { language: 'en', projectName: 'Shop' })
    expect(page).toContain('&lt;b&gt;new&lt;/b&gt;')
    for (const part of [
      'At most 32 metrics',
      'At most 1000 rows',
      'the most recent value of all load machines',
    ])
      expect(page).toContain(part)
  })
})

describe('the CSV file', () => {
  const rowsOf = (csv: string) =>
    csv
      .trim()
      .split('\r\n')
      .map(line => line.split(','))
  test('has a column per figure of each metric', () => {
    const [head = [], ...lines] = rowsOf(reportCsv(content, 'en'))
    const at = (name: string) => lines.map(line => line[head.indexOf(name)])
    const none = content.labels.slice(1).map(() => '')
    expect(at('Messages sent: Total')).toEqual([...none, '90', '90'])
    expect(at('Messages sent: Per second')).toEqual([...none, '9', '9'])
    expect(at('Round trip: Max (ms)')).toEqual([...none, '9', '9'])
  })
  test('of HTTP has the columns that it always had, and since 0.9 the error rate', () => {
    const [head = []] = rowsOf(reportCsv(plain, 'en'))
    expect(head.slice(18)).toEqual([
      'Received (B/s)',
      'DNS (ms)',
      'Connect (ms)',
      'TLS (ms)',
      'First byte (ms)',
      'Transfer (ms)',
      'Error rate (%)',
      'From (s)',
      'To (s)',
      'Part of transaction',
    ])
    const zh = rowsOf(reportCsv(plain, 'zh'))[0] ?? []
    expect(zh.slice(19, 24)).toEqual(['域名解析(ms)', '建立连接(ms)', 'TLS(ms)', '首字节(ms)', '传输(ms)'])
  })
  test.each<[string, PhaseAverages, string[]]>([
    [
      'WebSocket',
      { dnsMs: 1, handshakeMs: 2 },
      ['DNS (ms)', 'Connect (ms)', 'TLS (ms)', 'WebSocket', 'Wait'],
    ],
    [
      'SQL',
      { executeMs: 3 },
      ['Wait', 'DNS (ms)', 'Connect (ms)', 'TLS (ms)', 'Login', 'Execution', 'Fetching'],
    ],
  ])('of %s has the parts that the protocol declares', (_name, phases, expected) => {
    const [first] = plain.labels
    if (first === undefined) throw new Error('no labels')
    const [head = [], line = []] = rowsOf(reportCsv({ ...plain, labels: [{ ...first, phases }] }, 'en'))
    const shown = head.slice(19, -4)
    expect(shown).toHaveLength(expected.length)
    expect(line.slice(19, -4).filter(cell => cell !== '')).toEqual(Object.values(phases).map(String))
  })
})

test('phases of several protocols are those of all of them, of JMeter those of HTTP', () => {
  const http = ['dns', 'connect', 'tls', 'firstByte', 'transfer']
  expect(phasesOfRun([])).toEqual(http)
  expect(phasesOfRun(['connect', 'firstByte', 'transfer'])).toEqual(http)
  expect(phasesOfRun(['firstByte', 'handshake']).toSorted()).toEqual(
    [...http, 'handshake', 'message'].toSorted(),
  )
})
