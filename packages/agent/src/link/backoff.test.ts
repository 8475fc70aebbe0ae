import fc from 'fast-check'
import { expect, test } from 'vitest'
import { backoffMs } from './backoff.ts'

test('the first wait is a quarter of a second, the longest five seconds', () => {
  expect(backoffMs(0, 0)).toBe(250)
  expect(backoffMs(3, 0)).toBe(2_000)
  expect(backoffMs(1_000, 0)).toBe(5_000)
})

test('jitter never leaves the range from a quarter of a second to five', () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.double({ min: 0, max: 0.999_999, noNaN: true }), (attempt, random01) => {
      const wait = backoffMs(attempt, random01)
      return wait >= 250 && wait <= 5_000
    }),
  )
})
