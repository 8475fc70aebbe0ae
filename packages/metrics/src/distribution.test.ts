/** Proves that the distribution covers every time exactly once. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distributionOf } from './distribution.ts'
import { Histogram } from './histogram.ts'

const histogramOf = (values: readonly number[]): Histogram => {
  const histogram = new Histogram()
  for (const value of values) histogram.record(value)
  return histogram
}

test('buckets adjoin, cover every time and add up to the count', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.nat(100), fc.nat(1_000_000), fc.nat(4_000_000_000)), { minLength: 1 }),
      values => {
        const histogram = histogramOf(values)
        const buckets = distributionOf(histogram)
        expect(buckets.reduce((sum, bucket) => sum + bucket.count, 0)).toBe(histogram.count)
        expect(buckets.length).toBeLessThanOrEqual(52)
        for (const [index, bucket] of buckets.entries()) {
          expect(bucket.toMs).toBeGreaterThan(bucket.fromMs)
          if (index > 0) expect(bucket.fromMs).toBe(buckets[index - 1]?.toMs)
        }
        expect(buckets[0]?.fromMs).toBeLessThanOrEqual(Math.min(...values) / 1_000)
        expect(buckets.at(-1)?.toMs).toBeGreaterThan(Math.min(Math.max(...values), 4_294_967_295) / 1_000)
      },
    ),
  )
})

test('a usual run gives 40 to 52 buckets whose width grows evenly with the time', () => {
  const buckets = distributionOf(histogramOf(Array.from({ length: 10_000 }, (_, index) => 800 + index * 97)))
  expect(buckets.length).toBeGreaterThanOrEqual(40)
  const widths = buckets.map(bucket => bucket.toMs - bucket.fromMs)
  expect(widths.at(-2)).toBeGreaterThan((widths[0] ?? 0) * 10)
  const ratios = buckets.slice(0, -1).map(bucket => bucket.toMs / bucket.fromMs)
  expect(Math.max(...ratios) / Math.min(...ratios)).toBeLessThan(1.02)
})

test('a single time gives one bucket or few, nothing gives none', () => {
  expect(distributionOf(histogramOf([0]))).toEqual([{ fromMs: 0, toMs: 0.001, count: 1 }])
  expect(distributionOf(new Histogram())).toEqual([])
})
