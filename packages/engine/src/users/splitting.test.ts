import { largestRemainder } from '@pone/plan/load-models/largest-remainder.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assignComponents } from './component-shares.ts'
import { Segment } from './segment.ts'

/** Shares that divide [0, 1) at random positions. */
const cuts = fc
  .uniqueArray(fc.double({ min: 0.001, max: 0.999, noNaN: true }), { minLength: 0, maxLength: 6 })
  .map(points => {
    const edges = [0, ...points.sort((a, b) => a - b), 1]
    return edges.slice(1).map((to01, index) => ({ from01: edges[index] ?? 0, to01 }))
  })

describe('sharing users out', () => {
  test('gives every user to exactly one share, at every number of users', () => {
    fc.assert(
      fc.property(
        cuts,
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 0, max: 700 }),
        (shares, peak, n) => {
          const lines = shares.map(share => new Segment(peak, share))
          expect(lines.reduce((sum, line) => sum + line.countBelow(n), 0)).toBe(n)
          for (let user = 0; user < n; user++) {
            expect(lines.filter(line => line.owns(user))).toHaveLength(1)
          }
        },
      ),
      { numRuns: 50 },
    )
  })
  test('gives a share exactly its rounded part of the peak, and stays close to its part below', () => {
    fc.assert(
      fc.property(
        cuts,
        fc.integer({ min: 1, max: 2_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (shares, peak, at01) => {
          for (const share of shares) {
            const line = new Segment(peak, share)
            expect(line.countBelow(peak)).toBe(
              Math.round(peak * share.to01) - Math.round(peak * share.from01),
            )
            const n = Math.round(peak * at01)
            expect(Math.abs(line.countBelow(n) - n * (share.to01 - share.from01))).toBeLessThan(
              2 + Math.log2(peak),
            )
          }
        },
      ),
    )
  })
  test('never takes a user away while the number of users grows', () => {
    const line = new Segment(100, { from01: 0.31, to01: 0.62 })
    for (let n = 0; n < 250; n++) {
      const step = line.countBelow(n + 1) - line.countBelow(n)
      expect(step === 0 || step === 1).toBe(true)
      if (step === 1) expect(line.indexAt(line.countBelow(n))).toBe(n)
    }
  })
  test('has nothing for an empty share', () => {
    expect(new Segment(3, { from01: 0.4, to01: 0.45 }).countBelow(3)).toBe(0)
  })
})

describe('giving components to users', () => {
  test.each([
    [[50, 30, 20], 10, [5, 3, 2]],
    [[33.33, 33.33, 33.34], 10, [3, 3, 4]],
    [[60, 40], 1, [1, 0]],
    [[99.9, 0.1], 10, [10, 0]],
    [[100], 7, [7]],
    [[0, 100], 3, [0, 3]],
  ])('shares %j of %i as %j', (percentages, total, expected) => {
    expect(largestRemainder(percentages, total)).toEqual(expected)
  })
  test('adds up exactly and stays within one of the exact part', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 0, max: 5_000 }),
        (percentages, total) => {
          const counts = largestRemainder(percentages, total)
          const sum = percentages.reduce((a, b) => a + b, 0)
          expect(counts.reduce((a, b) => a + b, 0)).toBe(total)
          for (const [index, count] of counts.entries()) {
            expect(Math.abs(count - (total * (percentages[index] ?? 0)) / sum)).toBeLessThan(1)
          }
        },
      ),
    )
  })
  test('mixes the components over the row', () => {
    expect([...assignComponents([50, 25, 25], 8)]).toEqual([0, 1, 2, 0, 0, 1, 2, 0])
  })
})
