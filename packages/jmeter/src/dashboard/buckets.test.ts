import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Buckets } from './buckets.ts'

class Sum {
  count = 0
  merge(other: Sum): void {
    this.count += other.count
  }
}

test('a number is counted once, in the interval that it falls in, however wide intervals become', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(100_000)), fc.integer({ min: 1, max: 20 }), (values, maxCells) => {
      const buckets = new Buckets({ step: 10, maxCells, make: () => new Sum() })
      for (const value of values) buckets.at(value).count++
      const entries = buckets.entries()
      expect(entries.length).toBeLessThanOrEqual(maxCells)
      for (const [from, { count }] of entries) {
        const within = values.filter(value => value >= from && value < from + buckets.step)
        expect(count).toBe(within.length)
      }
      expect(entries.reduce((sum, [, { count }]) => sum + count, 0)).toBe(values.length)
    }),
  )
})
