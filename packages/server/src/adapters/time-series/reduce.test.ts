/** Curves of bounded length. */
import { rates } from '@pone/monitors/series/rate.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Summary, summaryOf } from './codec/rollup.ts'
import { reduce, stepFor } from './reduce.ts'

const cadence = 5_000
const of = (list: readonly (readonly [at: number, value: number])[]): Summary[] =>
  list.map(([at, value]) => summaryOf(at, value, cadence))
const grid = (fromMs: number, toMs: number, points: number) => ({
  fromMs,
  toMs,
  stepMs: stepFor(fromMs, toMs, points),
  points,
  nowMs: toMs,
})

test('few samples are returned as they are, with a gap where a slot is missing', () => {
  const summaries = of([
    [0, 1],
    [5_000, 2],
    [20_000, 3],
  ])
  expect(reduce(summaries, grid(0, 60_000, 100), { fn: 'raw', aggregate: 'avg' }, false)).toEqual({
    at: [0, 5_000, 10_000, 20_000],
    values: [1, 2, null, 3],
    maxima: null,
    intervalMs: 0,
    partial: [],
    cadences: [{ fromMs: 0, cadenceMs: cadence }],
  })
})

test('the rate across a restart is unknown, not zero and not negative', () => {
  const summaries = of([
    [0, 100],
    [5_000, 150],
    [10_000, 3],
    [15_000, 13],
  ])
  const curve = reduce(summaries, grid(0, 60_000, 100), { fn: 'rate', aggregate: 'avg' }, true)
  expect(curve.at).toEqual([5_000, 10_000, 15_000])
  expect(curve.values).toEqual([10, null, 2])
})

test('the sample before the range serves for the first rate only', () => {
  const summaries = of([
    [0, 0],
    [5_000, 50],
    [10_000, 150],
  ])
  const curve = reduce(summaries, grid(5_000, 60_000, 100), { fn: 'rate', aggregate: 'pairs' }, true)
  expect(curve).toMatchObject({ at: [5_000, 10_000], values: [10, 20], maxima: [10, 20] })
})

test('intervals show minimum and maximum, and say which of them are partial', () => {
  const summaries = of(
    Array.from({ length: 60 }, (_, index) => [index * cadence, index % 10] as const).filter(
      ([at]) => at < 120_000 || at >= 200_000,
    ),
  )
  const curve = reduce(
    summaries,
    { ...grid(0, 300_000, 10), stepMs: 30_000 },
    { fn: 'raw', aggregate: 'pairs' },
    false,
  )
  expect(curve.intervalMs).toBe(30_000)
  expect(curve.at).toEqual([0, 30_000, 60_000, 90_000, 120_000, 180_000, 210_000, 240_000, 270_000])
  expect(curve.values[4]).toBeNull()
  expect(curve.maxima?.slice(0, 2)).toEqual([5, 9])
  // Of the interval from 180 s only the last 10 s have samples.
  expect(curve.partial).toEqual([5])
})

test('increases of intervals add up to what the counter grew by', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(1_000), { minLength: 2, maxLength: 300 }),
      fc.integer({ min: 1, max: 50 }),
      (steps, points) => {
        let total = 0
        const summaries = steps.map((step, index) => summaryOf(index * cadence, (total += step), cadence))
        const to = steps.length * cadence
        const curve = reduce(summaries, grid(0, to, points), { fn: 'increase', aggregate: 'avg' }, true)
        const sum = curve.values.reduce<number>((all, value) => all + (value ?? 0), 0)
        expect(sum).toBeCloseTo(total - (steps[0] ?? 0), 6)
        expect(curve.at.length).toBeLessThanOrEqual(2 * points + 1)
      },
    ),
  )
})

test('rates of samples are those of the package monitors, whatever restarts and gaps there are', () => {
  const point = fc.record({ step: fc.constantFrom(5_000, 5_000, 5_000, 10_000), value: fc.nat(1_000) })
  fc.assert(
    fc.property(fc.array(point, { maxLength: 60 }), points => {
      let at = 0
      const list = points.map(({ step, value }) => [(at += step), value] as const)
      const expected = rates(
        { times: list.map(([time]) => time), values: list.map(([, value]) => value) },
        cadence,
      )
      const curve = reduce(of(list), grid(0, 1_000_000, 1_000), { fn: 'rate', aggregate: 'avg' }, true)
      const known = curve.at.flatMap((time, index) =>
        curve.values[index] === null ? [] : [[time, curve.values[index]]],
      )
      expect(known).toEqual(
        list.flatMap(([time], index) => (Number.isNaN(expected[index]) ? [] : [[time, expected[index]]])),
      )
    }),
  )
})
