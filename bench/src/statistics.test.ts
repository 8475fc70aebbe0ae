import { describe, expect, test } from 'vitest'
import { errorPercent, median, medianInterval, percentileOf, round } from './statistics.ts'

describe('the arithmetic of the bench', () => {
  test.each([
    [[3], 3],
    [[9, 1, 5], 5],
    [[4, 1, 3, 2], 2.5],
  ])('finds the middle of %j', (values, middle) => expect(median(values)).toBe(middle))

  test('gives NaN as the median of an empty list', () => expect(median([])).toBeNaN())

  test.each([
    [50, 5],
    [90, 9],
    [99, 10],
    [100, 10],
    [0, 1],
  ])('takes percentile %d of 1 to 10 by nearest rank', (percentile, value) =>
    expect(percentileOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], percentile)).toBe(value),
  )

  test('does not take a rank too many where a product is not exact', () => {
    const thousand = Array.from({ length: 1_000 }, (_, index) => index + 1)
    expect(percentileOf(thousand, 99.9)).toBe(999)
  })

  test.each([
    [5, null],
    [6, [1, 6]],
    [9, [2, 8]],
    [12, [3, 10]],
  ])('says between which of %i values the median lies', (count, interval) => {
    const values = Array.from({ length: count }, (_, at) => count - at)
    expect(medianInterval(values)).toEqual(interval)
  })

  test('computes errors in percent of the true value', () => {
    expect(errorPercent(99, 100)).toBe(1)
    expect(errorPercent(0, 0)).toBe(0)
    expect(errorPercent(1, 0)).toBe(100)
  })

  test('rounds to digits that count', () => {
    expect(round(0.123456)).toBe(0.1235)
    expect(round(Number.NaN)).toBeNaN()
  })
})
