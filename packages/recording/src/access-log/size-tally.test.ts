import { describe, expect, test } from 'vitest'
import { SizeTally } from './size-tally.ts'

function tallyOf(sizes: readonly number[]): SizeTally {
  const tally = new SizeTally()
  for (const size of sizes) tally.add(size)
  return tally
}
const upTo = (count: number, of: (at: number) => number) => Array.from({ length: count }, (_, at) => of(at))

describe('sizes of responses', () => {
  test('have no figures before the first', () => {
    expect(new SizeTally().figures).toBeNull()
  })

  test('have an exact mean, and quantiles that are at most 2 % too large', () => {
    const { count, meanBytes, p50Bytes, p95Bytes } = tallyOf(upTo(1_000, at => at + 1)).figures ?? {}
    expect([count, meanBytes]).toEqual([1_000, 500.5])
    expect(p50Bytes).toBeGreaterThanOrEqual(500)
    expect(p50Bytes).toBeLessThanOrEqual(510)
    expect(p95Bytes).toBeGreaterThanOrEqual(950)
    expect(p95Bytes).toBeLessThanOrEqual(969)
  })

  test('of empty responses are 0, and one size is its own quantile', () => {
    expect(tallyOf([0, 0]).figures).toEqual({ count: 2, meanBytes: 0, p50Bytes: 0, p95Bytes: 0 })
    expect(tallyOf([777]).figures).toEqual({ count: 1, meanBytes: 777, p50Bytes: 777, p95Bytes: 777 })
  })

  test('of any spread are counted in bounded memory, in wider ranges', () => {
    const wide = tallyOf(upTo(1_100, at => Math.floor(1.021 ** at)))
    expect(wide.figures?.p50Bytes).toBeGreaterThanOrEqual(Math.floor(1.021 ** 549))
    expect(wide.figures?.p50Bytes).toBeLessThanOrEqual(1.021 ** 549 * 1.18)
  })

  test('of two places are merged as if they had been counted together, whatever their widths', () => {
    const [few, many] = [upTo(50, at => at * 10), upTo(1_100, at => Math.floor(1.021 ** at))]
    for (const [one, other] of [
      [few, many],
      [many, few],
    ] as const) {
      const tally = tallyOf(one)
      tally.merge(tallyOf(other))
      expect(tally.figures).toEqual(tallyOf([...one, ...other]).figures)
    }
  })
})
