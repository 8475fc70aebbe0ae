import { expect, test } from 'vitest'
import { LineLease, leaseMs } from './line-lease.ts'

function leaseAt(serverCount = 1) {
  let at = 100
  return {
    lease: new LineLease(serverCount, () => at),
    pass: (ms: number) => {
      at += ms
    },
    now: () => at,
  }
}

test('the lease runs from when the answered question was sent, not from when the answer came', () => {
  const { lease, pass, now } = leaseAt()
  const sentAt = now()
  pass(1_200)
  lease.answered(sentAt)
  expect(lease.remainingMs).toBe(leaseMs - 1_200)
  pass(leaseMs)
  expect(lease.remainingMs).toBe(0)
})

test('answers that overtake each other do not shorten it', () => {
  const { lease, pass, now } = leaseAt()
  const first = now()
  pass(500)
  lease.answered(now())
  lease.answered(first)
  expect(lease.remainingMs).toBe(leaseMs)
})

test('a server that is down moves no share; a silent one may', () => {
  const { lease, pass, now } = leaseAt()
  lease.answered(now())
  pass(60_000)
  lease.failed('a', true)
  expect(lease.remainingMs).toBeNull()
  lease.failed('a', false)
  expect(lease.remainingMs).toBe(0)
  lease.answered(now())
  expect(lease.remainingMs).toBe(leaseMs)
})

test('of several servers one that is down says nothing about one that is silent', () => {
  const { lease, pass, now } = leaseAt(2)
  lease.answered(now())
  pass(60_000)
  lease.failed('a', true)
  expect(lease.remainingMs).toBe(0)
  lease.failed('b', false)
  expect(lease.remainingMs).toBe(0)
  lease.failed('b', true)
  expect(lease.remainingMs).toBeNull()
})
