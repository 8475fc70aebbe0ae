import { expect, test } from 'vitest'
import { logAxisOf, logPlace01, logTicks, spreadNames } from './log-axis.ts'

test('an axis reaches from the first bucket to the last, a bucket from 0 a decade wide', () => {
  expect(logAxisOf([])).toBeNull()
  expect(
    logAxisOf([
      { fromMs: 2, toMs: 3 },
      { fromMs: 3, toMs: 90 },
    ]),
  ).toEqual({ lowestMs: 2, highestMs: 90 })
  expect(logAxisOf([{ fromMs: 0, toMs: 0.5 }])).toEqual({ lowestMs: 0.05, highestMs: 0.5 })
  expect(logAxisOf([{ fromMs: 0, toMs: 0.001 }])).toEqual({ lowestMs: 0.001, highestMs: 0.001001 })
})

test('equal factors are equal distances, and what lies outside stands at the end', () => {
  const axis = { lowestMs: 1, highestMs: 1_000 }
  expect([1, 10, 100, 1_000].map(ms => logPlace01(axis, ms).toFixed(3))).toEqual([
    '0.000',
    '0.333',
    '0.667',
    '1.000',
  ])
  expect([0, 0.5, 5_000].map(ms => logPlace01(axis, ms))).toEqual([0, 0, 1])
})

test.each([
  [{ lowestMs: 30, highestMs: 740 }, [50, 100, 200, 500]],
  [{ lowestMs: 100, highestMs: 300 }, [100, 150, 200, 300]],
  [{ lowestMs: 0.1, highestMs: 5_000 }, [0.1, 1, 10, 100, 1_000]],
])('%j has round ticks', (axis, ticks) => {
  expect(logTicks(axis)).toEqual(ticks)
})

test('names of marks that lie close stand beside each other within the axis, in their order', () => {
  const named = (...places: number[]) =>
    spreadNames(
      places.map(at => ({ at })),
      { nameWidth: 40, end: 400 },
    ).map(({ textAt }) => textAt)
  expect(named(50, 200)).toEqual([50, 200])
  expect(named(210, 200, 205)).toEqual([200, 240, 280])
  expect(named(390, 392, 395)).toEqual([300, 340, 380])
})
