import { expect, test } from 'vitest'
import { encodeLabels } from '../../batches/label-codec.ts'
import { type StoredBatch, toStoredBatch } from '../../batches/stored-batch.ts'
import { makeReport } from '../../report/make-report.ts'
import { reportRange } from '../../report-range.ts'
import { type SampleOptions, sampleRun } from '../../sample-run.ts'
import { seriesCsv } from './series-csv.ts'

async function seriesOf(
  options: SampleOptions,
  part: { fromMs: number | null; toMs: number | null } | null = null,
) {
  const sample = sampleRun(options)
  const stored = sample.batches
    .map(batch => toStoredBatch(batch, label => sample.record.labels[label]?.kind === 'request'))
    .sort((a, b) => a.second - b.second)
  const durationMs = (sample.record.endedAt ?? 0) - (sample.record.startedAt ?? 0)
  const range = reportRange(durationMs, part ?? { fromMs: null, toMs: null })
  const inRange = stored.filter(({ second }) => second >= range.firstSecond && second <= range.lastSecond)
  const content = await makeReport(
    { record: sample.record, range, now: 0 },
    {
      runs: { machines: async () => [...sample.machines], events: async () => [] },
      batches: { read: () => portions(inRange), samples: async () => [], workerTotals: async () => [] },
    },
  )
  return { content, stored: inRange, rows: await rowsOf(content, inRange) }
}

async function* portions(batches: readonly StoredBatch[]): AsyncGenerator<StoredBatch[]> {
  for (let at = 0; at < batches.length; at += 7) yield batches.slice(at, at + 7)
}

async function rowsOf(
  content: Parameters<typeof seriesCsv>[0],
  batches: readonly StoredBatch[],
  language: 'zh' | 'en' = 'en',
): Promise<string[][]> {
  const text = (await Array.fromAsync(seriesCsv(content, portions(batches), language))).join('')
  expect(text.startsWith('\uFEFF')).toBe(true)
  const lines = text.slice(1).split('\r\n')
  expect(lines.pop()).toBe('')
  return lines.map(line => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).map(cell => cell.replaceAll('"', '')))
}

const columnOf = ([head = [], ...rows]: string[][], name: string): string[] => {
  const at = head.indexOf(name)
  expect(at, name).toBeGreaterThanOrEqual(0)
  return rows.map(row => row[at] ?? '')
}
const sum = (cells: readonly string[]): number => cells.reduce((total, each) => total + Number(each), 0)

test('a second is a row, every row has all columns, and the sums are those of the report', async () => {
  const { content, rows } = await seriesOf({ seconds: 40, workers: 3, hasMetrics: true })
  expect(rows).toHaveLength(content.seconds.length + 1)
  expect(new Set(rows.map(row => row.length)).size).toBe(1)
  expect(new Set(rows[0]).size).toBe(rows[0]?.length)
  expect(sum(columnOf(rows, 'Requests'))).toBe(content.total.count)
  expect(sum(columnOf(rows, 'Failed requests'))).toBe(content.total.failed)
  for (const { label, count, failed } of content.labels) {
    const name =
      label.parent === undefined ? label.name : `${content.labels[label.parent]?.label.name} / ${label.name}`
    expect(sum(columnOf(rows, `${name}: count`)), name).toBe(count)
    expect(sum(columnOf(rows, `${name}: failed`)), name).toBe(failed)
  }
  expect(rows[0]).toEqual(
    expect.arrayContaining(['Elapsed (s)', 'Time (UTC)', 'P95 (ms)', 'load-01: engine CPU (%)']),
  )
  expect(rows[0]?.some(name => name.includes('Round trip: P95 (ms)'))).toBe(true)
  expect(columnOf(rows, 'Time (UTC)')[1]).toBe('2026-11-20 06:30:01')
})

test('figures of workers and of labels are those that the charts show', async () => {
  const { content, rows } = await seriesOf({ seconds: 12, workers: 2, requestLabels: 1 })
  const only = content.labels.find(({ label }) => label.kind === 'request')
  expect(columnOf(rows, `${only?.label.name}: P95 (ms)`)).toEqual(columnOf(rows, 'P95 (ms)'))
  expect(columnOf(rows, 'P95 (ms)')).toEqual(
    content.seconds.map(({ p95Ms }) => (p95Ms === null ? '' : String(Number(p95Ms.toFixed(3))))),
  )
})

test('a part has the seconds of the part', async () => {
  const { content, rows } = await seriesOf({ seconds: 40 }, { fromMs: 10_000, toMs: 20_000 })
  expect(columnOf(rows, 'Elapsed (s)')).toEqual(Array.from({ length: 10 }, (_, index) => String(10 + index)))
  expect(sum(columnOf(rows, 'Requests'))).toBe(content.total.count)
})

test('a second without anything has no times and counts of 0; the short end of a run has no rate', async () => {
  const { content, stored } = await seriesOf({ seconds: 4, workers: 1 })
  const quiet = stored.map(batch =>
    batch.second === 2 ? { ...batch, labels: encodeLabels([]), counted: 0 } : batch,
  )
  const seconds = content.seconds.map((point, index) => ({
    ...point,
    ...(index === 2 ? { requests: 0, avgMs: null, p95Ms: null } : {}),
    ...(index === 3 ? { lengthMs: 120 } : {}),
  }))
  const rows = await rowsOf({ ...content, seconds }, quiet)
  const name = content.labels.find(({ label }) => label.kind === 'request')?.label.name
  expect(columnOf(rows, `${name}: count`)[2]).toBe('0')
  expect(columnOf(rows, `${name}: P95 (ms)`)[2]).toBe('')
  expect(columnOf(rows, 'Requests (1/s)')[2]).toBe('0')
  expect(columnOf(rows, 'Interval (s)')[3]).toBe('0.12')
  expect(columnOf(rows, 'Requests (1/s)')[3]).toBe('')
  expect(Number(columnOf(rows, `${name}: count`)[3])).toBeGreaterThan(0)
  expect(columnOf(rows, `${name}: per second (1/s)`)[3]).toBe('')
})

test('a long run has a row per point, merged and not sampled', async () => {
  const { content, stored } = await seriesOf({ seconds: 60, workers: 2 })
  const seconds = content.seconds
    .filter(({ second }) => second % 10 === 0)
    .map(point => ({ ...point, lengthMs: 10_000 }))
  const rows = await rowsOf({ ...content, seconds, secondsPerPoint: 10 }, stored)
  expect(rows).toHaveLength(7)
  for (const { label, count } of content.labels.slice(0, 2))
    expect(sum(columnOf(rows, `${label.name}: count`))).toBe(count)
})

test('nothing measured is a header alone, and names are no formulas', async () => {
  const { content } = await seriesOf({ seconds: 2 })
  const [first] = content.labels
  if (first === undefined) throw new Error('no labels')
  const labels = [{ ...first, label: { ...first.label, name: '=1+1' } }]
  const [head = [], ...rows] = await rowsOf({ ...content, seconds: [], labels }, [], 'zh')
  expect(rows).toEqual([])
  expect(head).toContain("'=1+1：P95(ms)")
})

test('the file can be given up in the middle', async () => {
  const { content, stored } = await seriesOf({ seconds: 10 })
  let isClosed = false
  async function* endless() {
    try {
      for (;;) yield* portions(stored)
    } finally {
      isClosed = true
    }
  }
  const pieces = seriesCsv(content, endless(), 'en')
  await pieces.next()
  await pieces.next()
  await pieces.return(undefined)
  expect(isClosed).toBe(true)
})
