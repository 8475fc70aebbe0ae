import { expect, test } from 'vitest'
import { type Interval, pointsByUsers } from './by-users.ts'

const interval = (users: number, over: Partial<Interval> = {}): Interval => ({
  lengthMs: 1_000,
  users,
  requests: 10 * users,
  transactions: users,
  avgMs: 20,
  p95Ms: 40,
  isSuspect: false,
  ...over,
})

test('every interval is a point, by users ascending', () => {
  expect(
    pointsByUsers([interval(3), interval(1), interval(2, { avgMs: null, p95Ms: null, requests: 0 })], 1),
  ).toEqual([
    { users: 1, avgMs: 20, p95Ms: 40, requestsPerSecond: 10, transactionsPerSecond: 1 },
    { users: 2, avgMs: null, p95Ms: null, requestsPerSecond: 0, transactionsPerSecond: 2 },
    { users: 3, avgMs: 20, p95Ms: 40, requestsPerSecond: 30, transactionsPerSecond: 3 },
  ])
})

test('rates are by the length of the interval', () => {
  expect(pointsByUsers([interval(5, { lengthMs: 8_000 })], 10)[0]?.requestsPerSecond).toBe(6.25)
  expect(pointsByUsers([interval(5, { lengthMs: undefined })], 10)[0]?.requestsPerSecond).toBe(5)
})

test('suspect intervals, the short end of a run and intervals without users are left out', () => {
  const left = [interval(1, { isSuspect: true }), interval(2, { lengthMs: 300 }), interval(0)]
  expect(pointsByUsers(left, 1)).toEqual([])
  expect(pointsByUsers([], 1)).toEqual([])
})
