import { describe, expect, it } from 'vitest'
import { formatAxisSeconds, niceStep } from './preview-scale.ts'

describe('preview scale', () => {
  it.each([
    [0.3, 1],
    [1, 1],
    [1.2, 2],
    [3, 5],
    [7, 10],
    [12, 20],
    [250, 500],
  ])('rounds a step of %d up to %d', (raw, step) => {
    expect(niceStep(raw)).toBe(step)
  })
  it.each([
    [5, '5 s'],
    [12.5, '12.5 s'],
    [59.96, '60 s'],
    [60, '1:00'],
    [150, '2:30'],
    [3_750, '1:02:30'],
  ])('writes %d seconds as %s', (seconds, shown) => {
    expect(formatAxisSeconds(seconds)).toBe(shown)
  })
})
