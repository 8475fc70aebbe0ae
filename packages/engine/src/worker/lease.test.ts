import { expect, test } from 'vitest'
import { Lease } from './lease.ts'

function leaseAt() {
  const at = { monotonic: 1_000, wall: 1_700_000_000_000 }
  const lease = new Lease({ monotonicMs: () => at.monotonic, wallMs: () => at.wall })
  const pass = (ms: number) => {
    at.monotonic += ms
    at.wall += ms
  }
  return { at, lease, pass }
}

test('a lease that nobody has limited does not end', () => {
  const { lease, pass } = leaseAt()
  pass(1e9)
  expect(lease.isOver).toBe(false)
})

test('a lease ends after its time and goes on when it is renewed', () => {
  const { lease, pass } = leaseAt()
  lease.renew(5_000)
  pass(5_000)
  expect(lease.isOver).toBe(false)
  pass(1)
  expect(lease.isOver).toBe(true)
  lease.renew(5_000)
  expect(lease.isOver).toBe(false)
  pass(6_000)
  lease.renew(null)
  pass(1e9)
  expect(lease.isOver).toBe(false)
})

test('a machine that was suspended notices it by the clock on the wall', () => {
  const { at, lease } = leaseAt()
  lease.renew(5_000)
  at.wall += 60_000
  expect(lease.isOver).toBe(true)
})

test('a clock that was set back does not make a lease longer', () => {
  const { at, lease, pass } = leaseAt()
  lease.renew(5_000)
  at.wall -= 3_600_000
  pass(5_001)
  expect(lease.isOver).toBe(true)
})
