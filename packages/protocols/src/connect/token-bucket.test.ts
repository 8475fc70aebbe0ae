import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TokenBucket } from './token-bucket.ts'

/** Passes as much as it can for that long, with timers that come late by what `lateMs` says; the bytes by second. */
function transfer(bytesPerSecond: number, seconds: number, lateMs: () => number): number[] {
  const bucket = new TokenBucket(bytesPerSecond, 0)
  const bySecond = Array.from({ length: seconds }, () => 0)
  let now = 0
  while (now < seconds * 1_000) {
    const passed = bucket.take(65_536, now)
    const second = Math.floor(now / 1_000)
    bySecond[second] = (bySecond[second] ?? 0) + passed
    if (passed === 0) now += bucket.waitMs(65_536, now) + lateMs()
  }
  return bySecond
}

describe('a line', () => {
  test.each([200, 1_000, 9_600, 65_000, 1_000_000, 12_345_678, 1_000_000_000])(
    'of %i bytes per second holds its rate in every second within a tenth',
    rate => {
      for (const bytes of transfer(rate, 3, () => 0)) {
        expect(bytes / rate).toBeGreaterThan(0.9)
        expect(bytes / rate).toBeLessThan(1.1)
      }
    },
  )

  test('holds it when timers are late', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_000, max: 100_000_000 }),
        fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1 }),
        (rate, delays) => {
          let turn = 0
          const total = transfer(rate, 2, () => delays[turn++ % delays.length] ?? 0).reduce(
            (a, b) => a + b,
            0,
          )
          expect(total / rate / 2).toBeGreaterThan(0.9)
          expect(total / rate / 2).toBeLessThan(1.1)
        },
      ),
    )
  })

  test('lends no more than a twentieth of a second after it was idle', () => {
    const bucket = new TokenBucket(10_000, 0)
    expect(bucket.take(300, 60_000)).toBe(300)
    expect(bucket.take(100_000, 120_000)).toBe(500)
  })

  test('lets little pass at once', () => {
    const bucket = new TokenBucket(100_000, 0)
    expect(bucket.take(500, 0)).toBe(500)
    expect(bucket.take(5_000, 0)).toBe(4_500)
    expect(bucket.take(1, 0)).toBe(0)
    expect(bucket.waitMs(1, 0)).toBe(1)
  })
})
