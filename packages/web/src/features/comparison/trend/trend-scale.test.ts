import { describe, expect, it } from 'vitest'
import { ticksUpTo, trendLines } from './trend-scale.ts'

describe('the drawing of a trend', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 0.25, 0.5, 0.75, 1]],
    [9.3, [0, 2.5, 5, 7.5, 10]],
    [142, [0, 50, 100, 150]],
    [810, [0, 250, 500, 750, 1_000]],
    [0.03, [0, 0.01, 0.02, 0.03]],
  ])('has round values up to %d', (greatest, ticks) => {
    expect(ticksUpTo(greatest)).toEqual(ticks)
  })

  it('joins no points over a run without figures', () => {
    const place = (value: number | null) => ({ value }) as Parameters<typeof trendLines>[0][number]
    const places = [1, 2, null, 4, 5].map(place)
    expect(trendLines(places).map(pair => pair.map(({ value }) => value))).toEqual([
      [1, 2],
      [4, 5],
    ])
  })
})
