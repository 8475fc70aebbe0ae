import { expect, test } from 'vitest'
import { proposedUsersOf } from './calibration.ts'

const gibibyte = 1024 ** 3

test.each([
  // 61,000 × 0.7 ÷ 10
  [{ requestsPerSecond: 61_000, cpu01: 0.85, bytesPerUser: 100_000 }, 23 * gibibyte, 4_200],
  // Half of 1 GiB ÷ 1 MiB
  [{ requestsPerSecond: 61_000, cpu01: 0.85, bytesPerUser: 1024 ** 2 }, gibibyte, 510],
  [{ requestsPerSecond: 0, cpu01: 0, bytesPerUser: 0 }, gibibyte, 1],
  [{ requestsPerSecond: 130, cpu01: 1, bytesPerUser: 1_000 }, gibibyte, 9],
])('of %j with %d bytes of memory %d users follow', (figures, memoryBytes, users) => {
  expect(proposedUsersOf(figures, memoryBytes)).toBe(users)
})
