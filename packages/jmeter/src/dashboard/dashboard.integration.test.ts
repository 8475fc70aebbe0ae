/** Compares Pone's dashboard with the one that the real JMeter generates from the same file. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { JtlReader } from '../jtl/reader.ts'
import { Dashboard } from './dashboard.ts'
import type { ChartName, ChartSeries, DashboardFigures } from './figures.ts'
import { type JmeterReport, jmeterReport } from './jmeter-report.ts'
import { oddResults } from './odd-results.ts'

const samples = 40_000
const folder = mkdtempSync(join(tmpdir(), 'pone-dashboard-'))
afterAll(() => rmSync(folder, { recursive: true }))

let theirs: JmeterReport
let ours: DashboardFigures
/** Response times by label, and of all requests under ''. */
const times = new Map<string, number[]>([['', []]])

beforeAll(async () => {
  const path = join(folder, 'results.jtl')
  const text = oddResults(samples)
  writeFileSync(path, text)
  const dashboard = new Dashboard({ hasLegacyPercentiles: true })
  const reader = new JtlReader({
    onRow: row => {
      dashboard.add(row)
      if (row.isTransaction) return
      times.get('')?.push(row.elapsedMs)
      const own = times.get(row.label) ?? []
      own.push(row.elapsedMs)
      times.set(row.label, own)
    },
  })
  reader.push(new TextEncoder().encode(text))
  reader.end()
  expect([reader.skipped, reader.fault]).toEqual([0, null])
  ours = dashboard.figures()
  theirs = await jmeterReport(path)
}, 180_000)

const total = 'Total'
/** How JMeter escapes messages on its page. */
const unescaped = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&uuml;', 'ü').replaceAll('\\/', '/')
const round = (value: number): number => Number(value.toPrecision(10))

test('APDEX of every label and of all is the same', () => {
  const { overall, items } = theirs.tables.apdex
  const expected = [overall ?? { data: [] }, ...items].map(({ data }) => data)
  const found = ours.apdex.map(each => [each.apdex, each.satisfiedMs, each.toleratedMs, each.label ?? total])
  expect(sorted(found)).toEqual(sorted(expected))
  const controllers = items.filter(({ isController }) => isController).map(({ data }) => data[3])
  expect(ours.apdex.filter(each => each.isTransaction).map(each => each.label)).toEqual(controllers)
})

test('the statistics are the same, with JMeter’s estimate of the percentiles', () => {
  const { overall, items } = theirs.tables.statistics
  const expected = [overall ?? { data: [] }, ...items].map(({ data }) =>
    data.map(value => (typeof value === 'number' ? round(value) : value)),
  )
  const found = ours.statistics.map(each => [
    each.label ?? total,
    ...[
      each.count,
      each.failed,
      each.errorPercent,
      each.meanMs,
      each.minMs,
      each.maxMs,
      each.legacy?.medianMs ?? -1,
      each.legacy?.p90Ms ?? -1,
      each.legacy?.p95Ms ?? -1,
      each.legacy?.p99Ms ?? -1,
      each.perSecond,
      each.receivedKibPerSecond,
      each.sentKibPerSecond,
    ].map(round),
  ])
  expect(sorted(found)).toEqual(sorted(expected))
  expect(ours.statistics.some(({ count }) => count > 20_000)).toBe(true)
})

test('our percentiles are those of all samples, within the precision of the histogram', () => {
  for (const each of ours.statistics.filter(({ isTransaction }) => !isTransaction)) {
    const all = (times.get(each.label ?? '') ?? []).sort((a, b) => a - b)
    const exact = [50, 90, 95, 99].map(
      percentile => all[Math.ceil((percentile * all.length) / 100) - 1] ?? -1,
    )
    const found = [each.medianMs, each.p90Ms, each.p95Ms, each.p99Ms]
    for (const [at, value] of found.entries())
      expect(Math.abs(value - (exact[at] ?? 0))).toBeLessThanOrEqual((exact[at] ?? 0) * 0.001)
  }
})

test('the share of failed requests, the errors and their shares are the same', () => {
  expect(round((ours.requests.failed * 100) / ours.requests.count)).toBe(round(theirs.requests.KoPercent))
  const found = ours.errors.map(each => [
    each.error,
    each.count,
    round(each.percentOfErrors),
    round(each.percentOfSamples),
  ])
  const expected = theirs.tables.errors.items.map(({ data }) =>
    data.map(value => (typeof value === 'number' ? round(value) : unescaped(value))),
  )
  expect(sorted(found)).toEqual(sorted(expected))
})

test('the top errors of every sampler are the same', () => {
  const { overall, items } = theirs.tables.top5ErrorsBySampler
  const expected = [overall ?? { data: [] }, ...items].flatMap(
    ({ data: [label, count, failed, ...errors] }) =>
      label === undefined
        ? []
        : [[label, count, failed, ...errors.filter(value => typeof value === 'number')]],
  )
  const found = ours.topErrors.map(each => [
    each.label ?? total,
    each.count,
    each.failed,
    ...each.errors.map(({ count }) => count),
  ])
  expect(sorted(found)).toEqual(sorted(expected))
  const [, ...names] = (overall?.data ?? []).slice(2).filter(value => typeof value === 'string')
  expect(ours.topErrors[0]?.errors.map(({ error }) => error)).toEqual(
    expect.arrayContaining(names.map(unescaped)),
  )
})

describe('the charts are the same:', () => {
  test.each<[ChartName, string, (series: ChartSeries) => string]>([
    ['responseTimeDistribution', 'Response Time Distribution', ({ name }) => name],
    ['activeThreadsOverTime', 'Active Threads Over Time', ({ name }) => name],
    ['responseTimesOverTime', 'Response Time Over Time', ({ name }) => name],
    ['latenciesOverTime', 'Latencies Over Time', ({ name }) => name],
    ['connectTimeOverTime', 'Connect Time Over Time', ({ name }) => name],
    ['hitsPerSecond', 'Hits Per Second', ({ name }) => `${name}PerSecond`],
    ['codesPerSecond', 'Codes Per Second', ({ name }) => name || 'EMPTY_RES_CODE'],
    ['bytesThroughputOverTime', 'Bytes Throughput Over Time', ({ name }) => `Bytes ${name} per second`],
    ['totalTPS', 'Total Transactions Per Second', ({ status }) => `Transaction-${status}`],
    ['transactionsPerSecond', 'Transactions Per Second', ({ name, status }) => `${name}-${status}`],
    ['timeVsThreads', 'Time VS Threads', ({ name }) => name],
    ['timeVsThreadsAggregated', 'Time VS Threads', ({ name }) => `${name}-Aggregated`],
  ])('%s', (name, title, labelOf) => {
    const found = new Map(ours.charts[name].series.map(series => [labelOf(series), points(series.points)]))
    const chart = theirs.charts.get(title)?.series ?? []
    const expected = chart
      .filter(({ label }) => name !== 'timeVsThreads' || !label.endsWith('-Aggregated'))
      .filter(({ label }) => name !== 'timeVsThreadsAggregated' || label.endsWith('-Aggregated'))
      .filter(({ data }) => data.length > 0)
    expect(found).toEqual(new Map(expected.map(({ label, data }) => [label, points(data)])))
    expect(found.size).toBeGreaterThan(0)
  })

  test('percentiles over time have its extremes, and a value in its every interval', () => {
    const chart = theirs.charts.get('Response Time Percentiles Over Time (successful requests only)')
    const found = ours.charts.responseTimePercentilesOverTime.series
    for (const [name, label] of [
      ['min', 'Min'],
      ['max', 'Max'],
    ] as const) {
      const expected = chart?.series.find(series => series.label === label)?.data ?? []
      expect(points(found.find(series => series.name === name)?.points ?? [])).toEqual(points(expected))
    }
    expect(new Set(found.map(series => series.points.length))).toEqual(
      new Set([chart?.series[0]?.data.length]),
    )
  })

  test.each([
    ['responseTimeVsRequest', 'Response Time Vs Request'],
    ['latencyVsRequest', 'Latencies Vs Request'],
  ] as const)('%s at the same rates', (name, title) => {
    const rates = (data: readonly (readonly [number, number])[]): number[] =>
      data.map(([x]) => x).sort(ascending)
    const found = ours.charts[name].series.map(each => [each.name, rates(each.points)])
    const expected = theirs.charts
      .get(title)
      ?.series.map(each => [each.label.toLowerCase(), rates(each.data)])
    expect(sorted(found)).toEqual(sorted(expected ?? []))
  })

  test('the curve of percentiles goes through its points', () => {
    const theirCurves = theirs.charts.get('Response Time Percentiles')?.series ?? []
    // JMeter counts here what it counts nowhere else: transactions without samples.
    const requests = ours.charts.responseTimePercentiles.series.filter(({ isTransaction }) => !isTransaction)
    for (const { name, points: own } of requests) {
      const curve = new Map(theirCurves.find(({ label }) => label === name)?.data)
      expect(own.length).toBeGreaterThan(100)
      for (const [percentile, valueMs] of own) {
        // JMeter adds up shares: a value exactly on a tenth of a percent falls on either side of it.
        const at = (shift: number): number => curve.get((Math.round(percentile * 10) + shift) / 10) ?? valueMs
        expect(valueMs).toBeGreaterThanOrEqual(at(-1) * 0.999)
        expect(valueMs).toBeLessThanOrEqual(at(1) * 1.001)
      }
    }
  })

  test('the synthetic distribution', () => {
    const expected = theirs.charts
      .get('Synthetic Response Times Distribution')
      ?.series.flatMap(each => each.data)
    const found = ours.charts.syntheticResponseTimeDistribution.series.flatMap(each => each.points)
    expect(points(found)).toEqual(points(expected ?? []))
  })
})

const ascending = (a: number, b: number): number => a - b
const sorted = (rows: readonly (readonly unknown[])[]): string[] =>
  rows.map(row => JSON.stringify(row)).sort()
/** In order, without the zeros that JMeter has where a transaction was empty. */
const points = (data: readonly (readonly [number, number])[]): string[] =>
  data
    .filter(([, y]) => y !== 0)
    .map(([x, y]) => `${round(x)} ${round(y)}`)
    .sort()
