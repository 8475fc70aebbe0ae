import { expect, test } from 'vitest'
import { comparedArrivals } from './arrivals.ts'

const startMs = Date.UTC(2026, 0, 1, 8)
const mixOf = (
  arrivals: readonly number[],
  { intervalSeconds = 1, fromMs = startMs, fromSeconds = 0, toMs = 0 } = {},
) => ({
  fromSeconds,
  document: {
    fromMs,
    toMs: toMs || startMs + arrivals.length * intervalSeconds * 1_000 - 500,
    requests: 1,
    otherRequests: 0,
    intervalSeconds,
    arrivals: [...arrivals],
    templates: [],
  },
})
const runOf = (counts: readonly number[], fromMs = 0, toMs = counts.length * 1_000) => ({
  fromMs,
  toMs,
  endedIn: (second: number) => counts[second] ?? 0,
})

test('arrivals in the same shares overlap by 100 %, whatever the rate', () => {
  expect(comparedArrivals(mixOf([10, 20, 10]), runOf([2, 4, 2]))).toEqual({
    intervalSeconds: 1,
    firstSecond: 0,
    production: [10, 20, 10],
    run: [2, 4, 2],
    productionPerSecond: 40 / 3,
    runPerSecond: 8 / 3,
    overlapPercent: 100,
  })
})

test('arrivals at other times overlap by what their shares have in common', () => {
  expect(comparedArrivals(mixOf([30, 10]), runOf([1, 3]))).toMatchObject({ overlapPercent: 50 })
  expect(comparedArrivals(mixOf([30, 0]), runOf([0, 3]))).toMatchObject({ overlapPercent: 0 })
})

test('only whole intervals within the part of the run and within the mix count', () => {
  const counts = [1, 1, 1, 1, 9]
  expect(comparedArrivals(mixOf([5, 5, 5, 5, 5, 5]), runOf(counts, 1_000, 4_400))).toMatchObject({
    firstSecond: 1,
    run: [1, 1, 1],
  })
  expect(comparedArrivals(mixOf([5, 5, 5]), runOf(counts))).toMatchObject({ run: [1, 1, 1] })
  const minutes = mixOf([60, 60, 60], { intervalSeconds: 2 })
  expect(comparedArrivals(minutes, runOf(counts, 1_000, 5_000))).toBe('tooShort')
  expect(comparedArrivals(minutes, runOf(counts))).toMatchObject({
    intervalSeconds: 2,
    production: [30, 30],
    run: [1, 1],
  })
})

test('a run that begins later in the mix is compared from there', () => {
  const mix = mixOf([9, 9, 1, 3], { fromSeconds: 2 })
  expect(comparedArrivals(mix, runOf([10, 30, 50]))).toMatchObject({
    production: [1, 3],
    run: [10, 30],
    overlapPercent: 100,
  })
})

test('intervals in which the log begins or ends are left out', () => {
  const partly = { intervalSeconds: 60, fromMs: startMs + 20_000, toMs: startMs + 3 * 60_000 + 20_000 }
  const counts = Array.from({ length: 240 }, () => 1)
  expect(comparedArrivals(mixOf([40, 60, 60, 20], partly), runOf(counts))).toMatchObject({
    firstSecond: 60,
    production: [1, 1],
    run: [1, 1],
  })
})

test('a long mix is compared in at most 60 intervals, each of several of the mix', () => {
  const counts = Array.from({ length: 125 }, () => 2)
  expect(comparedArrivals(mixOf(counts), runOf(counts))).toMatchObject({
    intervalSeconds: 3,
    run: { length: 41 },
  })
})

test.each([
  ['tooShort', [5, 5], [1], 1_000],
  ['tooShort', [5, 5], [1, 1], 1_400],
  ['tooShort', [5], [1, 1], 2_000],
  ['noRequests', [5, 5], [0, 0], 2_000],
  ['noArrivals', [0, 0], [1, 1], 2_000],
] as const)('they are not compared: %s', (reason, arrivals, counts, toMs) => {
  expect(comparedArrivals(mixOf(arrivals), runOf(counts, 0, toMs))).toBe(reason)
})
