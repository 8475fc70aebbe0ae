import { describe, expect, test } from 'vitest'
import { JtlReader } from '../jtl/reader.ts'
import { Dashboard } from './dashboard.ts'
import { type DashboardFigures, transactionsOnly } from './figures.ts'
import { defaultHeader } from './odd-results.ts'
import type { DashboardOptions } from './options.ts'

const startMs = 1_700_000_040_000

interface Sample {
  at?: number
  elapsed?: number
  label?: string
  code?: string
  message?: string
  success?: boolean
  reason?: string
  threads?: number
}

const line = ({
  at = 0,
  elapsed = 100,
  label = 'a',
  code = '200',
  message = 'OK',
  success = true,
  reason = '',
  threads = 1,
}: Sample): string =>
  `${startMs + at},${elapsed},${label},${code},"${message}",Group 1-1,text,${success},${reason},1024,512,${threads},${threads},null,10,0,1`

function figuresOf(samples: readonly Sample[], options: Partial<DashboardOptions> = {}): DashboardFigures {
  const dashboard = new Dashboard(options)
  const reader = new JtlReader({ onRow: row => dashboard.add(row) })
  reader.push(new TextEncoder().encode(`${[defaultHeader, ...samples.map(line)].join('\n')}\n`))
  reader.end()
  expect(reader.skipped).toBe(0)
  return dashboard.figures()
}

const transaction = (count: number) => ({
  label: 'buy',
  message: `Number of samples in transaction : ${count}, number of failing samples : 0`,
})

test('a dashboard of nothing has no line and no chart', () => {
  const { charts, ...figures } = new Dashboard().figures()
  expect(figures).toEqual({
    startMs: null,
    endMs: null,
    requests: { count: 0, failed: 0 },
    apdex: [],
    statistics: [],
    errors: [],
    topErrors: [],
  })
  expect(charts.responseTimesOverTime.series).toEqual([])
})

describe('APDEX', () => {
  const apdexOf = (samples: readonly Sample[], options: Partial<DashboardOptions> = {}) =>
    figuresOf(samples, options).apdex.map(({ label, apdex }) => [label, apdex])

  test('is 1 up to the first threshold, a half up to the second, and 0 for what is slower or failed', () => {
    const samples = [{ elapsed: 500 }, { elapsed: 1_500 }, { elapsed: 1_501 }, { elapsed: 1, success: false }]
    expect(apdexOf(samples)).toEqual([
      [null, 0.375],
      ['a', 0.375],
    ])
  })

  test('has thresholds of its own where a name or an expression says so; the total keeps the general ones', () => {
    const samples = [
      { label: 'page 1', elapsed: 600 },
      { label: 'page', elapsed: 600 },
      { label: 'a(b', elapsed: 600 },
    ]
    const fast = { satisfiedMs: 50, toleratedMs: 100 }
    const slow = { satisfiedMs: 1_000, toleratedMs: 2_000 }
    const perLabel = [
      { label: 'a(b', ...fast },
      { label: 'page \\d', ...slow },
      { label: 'age', ...fast },
    ]
    expect(apdexOf(samples, { perLabel })).toEqual([
      [null, 0.5],
      ['page 1', 1],
      ['page', 0.5],
      ['a(b', 0],
    ])
  })
})

test('transactions have lines, and are no part of the total but in APDEX', () => {
  const figures = figuresOf([{ elapsed: 10 }, { ...transaction(1), elapsed: 30 }])
  expect(figures.requests).toEqual({ count: 1, failed: 0 })
  expect(
    figures.statistics.map(({ label, isTransaction, count, maxMs }) => [label, isTransaction, count, maxMs]),
  ).toEqual([
    [null, false, 1, 10],
    ['a', false, 1, 10],
    ['buy', true, 1, 30],
  ])
  expect(figures.apdex[0]?.count).toBe(2)
  expect(figures.charts.hitsPerSecond.series[0]?.points).toEqual([[startMs, 1 / 60]])
  const shown = transactionsOnly(figures)
  expect(shown.statistics.map(({ label }) => label)).toEqual([null, 'buy'])
  expect(shown.charts.responseTimesOverTime.series.map(({ name }) => name)).toEqual(['buy'])
  expect(shown.charts.hitsPerSecond).toEqual(figures.charts.hitsPerSecond)
})

test('a transaction that ran nothing counts nowhere', () => {
  expect(figuresOf([{ elapsed: 10 }, transaction(0)]).statistics.map(({ label }) => label)).toEqual([
    null,
    'a',
  ])
})

test('errors are distinguished by code and message, or by the assertion that failed', () => {
  const failed = { success: false }
  const { errors, topErrors } = figuresOf([
    { ...failed, code: '500', message: 'Oh no' },
    { ...failed, code: '500', message: 'Oh no', label: 'b' },
    { ...failed, reason: 'too slow' },
    { ...failed },
    {},
  ])
  expect(
    errors.map(({ error, count, percentOfErrors, percentOfSamples }) => [
      error,
      count,
      percentOfErrors,
      percentOfSamples,
    ]),
  ).toEqual([
    ['500/Oh no', 2, 50, 40],
    ['too slow', 1, 25, 20],
    ['Assertion failed', 1, 25, 20],
  ])
  expect(topErrors.map(({ label, count, failed: bad }) => [label, count, bad])).toEqual([
    [null, 5, 4],
    ['a', 4, 3],
    ['b', 1, 1],
  ])
})

test('a filter keeps whole names that it matches', () => {
  const samples = [{ label: 'ab' }, { label: 'abc' }]
  expect(figuresOf(samples, { sampleFilter: /^ab$/ }).statistics.map(({ label }) => label)).toEqual([
    null,
    'ab',
  ])
})

test('labels beyond the limit are counted as one', () => {
  const samples = Array.from({ length: 30 }, (_, index) => ({ label: `label ${index}` }))
  const { statistics } = figuresOf(samples, { maxLabels: 10 })
  expect(statistics).toHaveLength(11)
  expect(statistics.at(-1)).toMatchObject({ label: 'other', count: 21 })
})

test('charts over a long time have wider intervals instead of more', () => {
  const samples = Array.from({ length: 3_000 }, (_, minute) => ({ at: minute * 60_000 }))
  const { charts } = figuresOf(samples)
  expect(charts.responseTimesOverTime.step).toBe(240_000)
  const [series] = charts.hitsPerSecond.series
  expect(series?.points.reduce((sum, [, rate]) => sum + rate * 240, 0)).toBeCloseTo(3_000, 6)
})
