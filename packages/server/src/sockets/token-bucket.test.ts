import { expect, test } from 'vitest'
import { TokenBucket } from './token-bucket.ts'

test('a burst goes at once, then so many per second', () => {
  const bucket = new TokenBucket(10, 3)
  expect([0, 0, 0, 0].map(at => bucket.tryTake(at))).toEqual([true, true, true, false])
  expect(bucket.tryTake(99)).toBe(false)
  expect(bucket.tryTake(100)).toBe(true)
})

test('a debt is paid off by waiting, and waiting saves up no more than a burst', () => {
  const bucket = new TokenBucket(10, 3)
  bucket.take(5, 0)
  expect(bucket.debtMs(0)).toBe(200)
  expect(bucket.debtMs(150)).toBeCloseTo(50)
  expect(bucket.debtMs(60_000)).toBe(0)
  bucket.take(4, 60_000)
  expect(bucket.debtMs(60_000)).toBe(100)
})
