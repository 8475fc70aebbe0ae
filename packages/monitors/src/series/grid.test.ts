import fc from 'fast-check'
import { expect, test } from 'vitest'
import { offsetOf, slotAfter, slotAt } from './grid.ts'

test('a slot is after now, on the grid, and the same on every agent', () => {
  fc.assert(
    fc.property(fc.nat(1e9), fc.constantFrom(1_000, 5_000, 60_000), fc.uuid(), (now, cadence, id) => {
      const offset = offsetOf(id, cadence)
      const slot = slotAfter(now, cadence, offset)
      expect(slot).toBeGreaterThan(now)
      expect(slot - now).toBeLessThanOrEqual(cadence)
      expect((slot - offset) % cadence).toBe(0)
      expect(slotAfter(slot, cadence, offset)).toBe(slot + cadence)
    }),
  )
})

test('monitors spread over the cadence', () => {
  const offsets = Array.from({ length: 1_000 }, (_, index) => offsetOf(`monitor-${index}`, 5_000))
  const perSecond = [0, 1, 2, 3, 4].map(
    second => offsets.filter(at => Math.floor(at / 1_000) === second).length,
  )
  for (const count of perSecond) expect(count).toBeGreaterThan(120)
})

test('a slot that is half over is left out, and missed ones are not made up for', () => {
  expect(slotAt(10_100, 10_000, 1_000)).toBe(10_000)
  expect(slotAt(10_600, 10_000, 1_000)).toBeUndefined()
  expect(slotAt(17_200, 10_000, 1_000)).toBe(17_000)
})
