import { expect, test } from 'vitest'
import { seededRandom } from './simulated-run.ts'
import { firstOrderInflation, varianceInflation, withinSeries } from './variance-inflation.ts'

const random = seededRandom(5)
const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** A first-order process with that correlation, which has been running for long. */
function process(length: number, correlation: number): Float64Array {
  let level = normal()
  return Float64Array.from({ length }, () => {
    const value = level
    level = correlation * level + Math.sqrt(1 - correlation ** 2) * normal()
    return value
  })
}
const meanOf = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length

// Effective sample size n(1 − ρ) ÷ (1 + ρ): the limit for long series.
test.each([0, 0.3, 0.5, 0.8, 0.95])(
  'a correlation of %d inflates as its closed form says, in the limit',
  rho => {
    expect(firstOrderInflation(1_000_000, rho) / ((1 + rho) / (1 - rho))).toBeCloseTo(1, 4)
  },
)

test('of few values it is that of the sum of their covariances', () => {
  // Var(a + b + c) ÷ 3 with ρ = ½: (3 + 2 · (2 · ½ + ¼)) ÷ 3
  expect(firstOrderInflation(3, 0.5)).toBeCloseTo(5.5 / 3, 12)
  expect(firstOrderInflation(2, -0.5)).toBe(1)
})

test.each([0.3, 0.6, 0.8])('it is found in long series with a correlation of %d', rho => {
  const truth = (1 + rho) / (1 - rho)
  const found = meanOf(
    Array.from({ length: 20 }, () => varianceInflation([process(2_000, rho), process(2_000, rho)])),
  )
  expect(found / truth).toBeGreaterThan(0.9)
  expect(found / truth).toBeLessThan(1.3)
})

test.each([0.3, 0.6, 0.8])('in a dozen values with a correlation of %d it is not taken too small', rho => {
  const inflations = Array.from({ length: 400 }, () =>
    varianceInflation([process(12, rho), process(12, rho)]),
  )
  // Geyer’s sum alone finds 0.5 of it at 0.8.
  expect(meanOf(inflations) / firstOrderInflation(12, rho)).toBeGreaterThan(0.75)
})

test('a variance within series is corrected for what they share', () => {
  expect(withinSeries(1, 12)).toBe(1)
  // E[s²] = σ²(1 − f/n) ÷ (1 − 1/n)
  expect(withinSeries(4, 12)).toBeCloseTo((4 * (11 / 12)) / (1 - 4 / 12), 12)
})
