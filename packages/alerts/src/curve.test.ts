import { expect, test } from 'vitest'
import { thinnedCurve } from './curve.ts'

const every = (count: number, of: (index: number) => number | null) => ({
  at: Array.from({ length: count }, (_, index) => index * 10),
  values: Array.from({ length: count }, (_, index) => of(index)),
})

test('of each part the lowest and the highest value stay, in the order of time', () => {
  const values = [5, 9, 1, 5, 2, 2, 2, 2]
  expect(
    thinnedCurve(
      every(8, index => values[index] ?? null),
      { from: 0, to: 80, parts: 2 },
    ),
  ).toEqual({
    at: [10, 20, 40],
    values: [9, 1, 2],
  })
})

test('few values stay as they are', () => {
  expect(
    thinnedCurve(
      every(3, index => index),
      { from: 0, to: 30, parts: 100 },
    ),
  ).toEqual({
    at: [0, 10, 20],
    values: [0, 1, 2],
  })
})

test('unknown values, and values far apart, are a gap', () => {
  const past = every(20, index => (index >= 5 && index < 10 ? null : index))
  const curve = thinnedCurve(past, { from: 0, to: 200, parts: 200 })
  expect(curve.at.filter((_, index) => curve.values[index] === null)).toEqual([41])
  const slow = { at: [0, 600, 1_200], values: [1, 2, 3] }
  expect(thinnedCurve(slow, { from: 0, to: 2_000, parts: 100 }).values).toEqual([1, 2, 3])
})

test('what lies outside the range, or is no number, is left out', () => {
  const past = { at: [0, 10, 20, 30], values: [1, Number.NaN, 3, 4] }
  expect(thinnedCurve(past, { from: 5, to: 30, parts: 10 })).toEqual({ at: [20], values: [3] })
  expect(thinnedCurve({ at: [], values: [] }, { from: 0, to: 1, parts: 1 })).toEqual({ at: [], values: [] })
})
