import { expect, test } from 'vitest'
import { expiredBefore, expiryOf } from './profile-retention.ts'

const dayMs = 24 * 3_600_000

test('what is older than the days expires, and nothing does with 0 days', () => {
  expect(expiredBefore(2, 10 * dayMs)).toBe(8 * dayMs)
  expect(expiredBefore(0, 10 * dayMs)).toBeNull()
})

test('what is always kept never expires', () => {
  expect(expiryOf({ atMs: dayMs, days: 2, isKept: false })).toBe(3 * dayMs)
  expect(expiryOf({ atMs: dayMs, days: 2, isKept: true })).toBeNull()
  expect(expiryOf({ atMs: dayMs, days: 0, isKept: false })).toBeNull()
})
