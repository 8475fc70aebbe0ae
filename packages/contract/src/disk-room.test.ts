import { expect, test } from 'vitest'
import { isDiskLow } from './disk-room.ts'

const gib = 1024 ** 3
test.each([
  { freeBytes: 3 * gib, totalBytes: 1_000 * gib, isLow: false },
  { freeBytes: 1.9 * gib, totalBytes: 1_000 * gib, isLow: true },
  { freeBytes: 1.5 * gib, totalBytes: 10 * gib, isLow: false },
  { freeBytes: 0.9 * gib, totalBytes: 10 * gib, isLow: true },
  { freeBytes: 0, totalBytes: gib, isLow: true },
])('$freeBytes of $totalBytes bytes free is low: $isLow', ({ isLow, ...room }) => {
  expect(isDiskLow(room)).toBe(isLow)
})
