import { expect, test } from 'vitest'
import { pairedShift } from './mean-shift.ts'

// Figures of scipy 1.17.1: ttest_1samp(d, 0) and its confidence_interval(). Depression after − before: Hollander & Wolfe 1973, 29.
const depression = [-0.952, 0.147, -1.022, -0.43, -0.62, -0.59, -0.49, 0.08, -0.01]

test('agrees with scipy, whichever way the pairs are taken', () => {
  const { pValue, low, high } = pairedShift(depression)
  expect(pValue).toBeCloseTo(0.016176627434908098, 12)
  expect(low).toBeCloseTo(-0.7599990655056093, 8)
  expect(high).toBeCloseTo(-0.10377871227216845, 8)
  expect(pairedShift(depression.map(each => -each)).pValue).toBeCloseTo(pValue, 12)
})

test('dependence makes it less sure', () => {
  const { pValue, low, high } = pairedShift(depression, { inflation: 3 })
  expect(pValue).toBeGreaterThan(0.1)
  expect(low).toBeLessThan(-1)
  expect(high).toBeGreaterThan(0)
})

test('differences that are all the same leave no doubt', () => {
  expect(pairedShift([0, 0, 0])).toMatchObject({ pValue: 1, low: 0, high: 0 })
  expect(pairedShift([2, 2, 2])).toMatchObject({ pValue: 0, low: 2, high: 2 })
})
