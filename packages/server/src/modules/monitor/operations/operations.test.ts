import { monitorTypeOf } from '@pone/monitors/registry.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { growthOfMinutes, growthOfTotals, stepsOf, type TimedCounters } from './operation-growth.ts'
import { type KnownOperation, type OperationTotals, operationsIn, pointsToStore } from './operation-rows.ts'

const named = { labels: {}, text: 'SELECT 1', database: 'd', account: 'a' }
const totals = (key: string, calls: number, totalMs: number, countedSince = 'x'): OperationTotals => ({
  ...named,
  key,
  calls,
  totalMs,
  maxMs: 1,
  rows: calls,
  countedSince,
})
const known = (
  key: string,
  calls: number,
  totalMs: number,
  lastAt: number,
  lastPointAt: number,
): KnownOperation => ({
  ...totals(key, calls, totalMs),
  id: 1,
  lastAt,
  lastPointAt,
})
const point = (at: number, calls: number, totalMs: number, countedSince = 'x'): TimedCounters => ({
  ...totals('', calls, totalMs, countedSince),
  at,
})

test('rows of a table become totals; what is no number is left out', () => {
  const type = monitorTypeOf('postgresql')
  if (type === undefined) throw new Error('no type')
  const columns = [
    'queryId',
    'db',
    'account',
    'statement',
    'calls',
    'totalMs',
    'maxMs',
    'rows',
    'countedSince',
  ]
  const rows = [
    ['1', 'shop', 'app', 'SELECT $1', '10', '25.5', '7', '10', 's'],
    ['2', 'shop', 'app', 'SELECT $2', '', '25.5', '7', '10', 's'],
    ['3', 'shop', 'app', 'SELECT $3', '-4', '25.5', '7', '10', 's'],
  ]
  const read = operationsIn(type, { monitorId: 'm', section: 'statements', slot: 5, columns, rows })
  expect(read).toMatchObject({
    kind: 'totals',
    limit: 100,
    totals: [{ labels: { queryId: '1', db: 'shop', account: 'app' }, calls: 10, totalMs: 25.5 }],
  })
  expect(operationsIn(type, { monitorId: 'm', section: 'sessions', slot: 5, columns, rows })).toBeUndefined()
})

test('counters are stored of operations that ran, those with the longest time first', () => {
  const many = Array.from({ length: 40 }, (_, at) => totals(`k${at}`, 10, 100 + at))
  const before = new Map(many.map(({ key }) => [key, known(key, 5, 50, 1_000, 1_000)]))
  const stored = pointsToStore(many, before, { at: 2_000, previous: { at: 1_000, wasFull: false } })
  expect(stored.map(({ key }) => key)).toEqual(Array.from({ length: 30 }, (_, at) => `k${39 - at}`))
  expect(pointsToStore([totals('k1', 5, 50)], before, { at: 2_000, previous: undefined })).toEqual([])
})

test('after a pause the counters before the run are stored too', () => {
  const before = new Map([['k', known('k', 5, 50, 9_000, 1_000)]])
  const stored = pointsToStore([totals('k', 6, 60)], before, {
    at: 10_000,
    previous: { at: 9_000, wasFull: true },
  })
  expect(stored).toMatchObject([
    { at: 9_000, calls: 5 },
    { at: 10_000, calls: 6 },
  ])
})

test('a new operation begins at 0 only where the list before had room for it', () => {
  const at = 10_000
  const first = (wasFull: boolean) =>
    pointsToStore([totals('new', 3, 30)], new Map(), { at, previous: { at: 9_000, wasFull } })
  expect(first(false)).toMatchObject([
    { at: 9_000, calls: 0 },
    { at, calls: 3 },
  ])
  expect(first(true)).toMatchObject([{ at, calls: 3 }])
  expect(pointsToStore([totals('new', 3, 30)], new Map(), { at, previous: undefined })).toEqual([])
})

test('growth is shared over steps, and unknown across a restart or an eviction', () => {
  const steps = stepsOf({ from: 0, to: 10_000 }, 5)
  const points = [
    point(0, 10, 100),
    point(4_000, 14, 140),
    point(6_000, 2, 20, 'y'),
    point(8_000, 4, 60, 'y'),
  ]
  const { calls, totalMs, rows, knownMs, steps: shown } = growthOfTotals(points, steps)
  expect({ calls, totalMs, rows, knownMs }).toEqual({ calls: 6, totalMs: 80, rows: 6, knownMs: 6_000 })
  expect(shown.map(step => step.knownMs)).toEqual([2_000, 2_000, 0, 2_000, 0])
  expect(shown.map(step => step.calls)).toEqual([2, 2, 0, 2, 0])
})

test('growth is never negative, and no more than what the counters grew by', () => {
  const counters = fc.record({
    at: fc.integer({ min: 0, max: 100_000 }),
    calls: fc.integer({ min: 0, max: 1_000 }),
    totalMs: fc.integer({ min: 0, max: 1_000 }),
    countedSince: fc.constantFrom('x', 'y'),
  })
  fc.assert(
    fc.property(fc.array(counters), fc.integer({ min: 1, max: 50 }), (list, count) => {
      const points = list
        .toSorted((a, b) => a.at - b.at)
        .map(({ at, calls, totalMs, countedSince }) => point(at, calls, totalMs, countedSince))
      const { steps, calls } = growthOfTotals(points, stepsOf({ from: 20_000, to: 80_000 }, count))
      expect(steps.every(step => step.calls >= 0 && step.totalMs >= 0 && step.knownMs >= 0)).toBe(true)
      const most = points.reduce(
        (sum, each, at) => sum + Math.max(0, each.calls - (points[at - 1]?.calls ?? each.calls)),
        0,
      )
      expect(calls).toBeLessThanOrEqual(most + 1e-6)
    }),
  )
})

test('minutes of a log add up, and what lies outside the range does not count', () => {
  const range = { from: 60_000, to: 180_000 }
  const grown = growthOfMinutes(
    [point(0, 9, 9), point(60_000, 2, 10), point(120_000, 3, 30)],
    stepsOf(range, 2),
    {
      since: range.from,
      until: range.to,
    },
  )
  expect(grown).toMatchObject({ calls: 5, totalMs: 40, rows: 5 })
  expect(grown.steps.map(step => step.calls)).toEqual([2, 3])
})
