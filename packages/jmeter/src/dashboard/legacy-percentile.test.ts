import { expect, test } from 'vitest'
import { legacyPercentile, SlidingWindow } from './legacy-percentile.ts'

test.each([
  [[7], 99, 7],
  [[1, 2, 3, 4], 50, 2.5],
  [[1, 2, 3, 4], 10, 1],
  [[1, 2, 3, 4], 90, 4],
  [[10, 20, 30, 40, 50, 60, 70, 80, 90], 95, 90],
  [[10, 20, 30, 40, 50, 60, 70, 80, 90, 100], 85, 93.5],
])('of %j the estimate at %d %% is %d', (sorted, percentile, expected) => {
  expect(legacyPercentile(sorted, percentile)).toBeCloseTo(expected, 10)
})

test('of nothing there is no estimate', () => {
  expect(new SlidingWindow().percentiles([50])).toEqual([Number.NaN])
})

test('only the last 20,000 values count', () => {
  const window = new SlidingWindow()
  for (let value = 0; value < 20_000; value++) window.add(1_000_000)
  for (let value = 1; value <= 19_999; value++) window.add(value)
  expect(window.percentiles([50, 100])).toEqual([10_000.5, 1_000_000])
  window.add(20_000)
  expect(window.percentiles([50, 100])).toEqual([10_000.5, 20_000])
})
