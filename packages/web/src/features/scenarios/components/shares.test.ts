import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evenShares, sharedEvenly } from './shares.ts'

describe('even shares', () => {
  it('add up to exactly 100', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), count => {
        const shares = evenShares(count)
        expect(shares).toHaveLength(count)
        expect(Math.round(shares.reduce((sum, share) => sum + share * 100, 0))).toBe(10_000)
      }),
    )
  })

  it('give the remainder to the first component', () => {
    expect(evenShares(3)).toEqual([33.34, 33.33, 33.33])
    expect(evenShares(0)).toEqual([])
    expect(evenShares(1)).toEqual([100])
    const rows = ['a', 'b'].map(componentId => ({ componentId, percentage: 7 }))
    expect(sharedEvenly(rows).map(({ componentId, percentage }) => [componentId, percentage])).toEqual([
      ['a', 50],
      ['b', 50],
    ])
  })
})
