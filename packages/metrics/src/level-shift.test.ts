import { expect, test } from 'vitest'
import { levelShift } from './level-shift.ts'
import { seededRandom } from './simulated-run.ts'

// Figures of scipy 1.17 and numpy: ttest_ind(equal_var=False), and the mean of generalised least squares with a covariance of ρ^|i − j|.
// Depression after − before: Hollander & Wolfe 1973, 29.
const depression = Float64Array.of(-0.952, 0.147, -1.022, -0.43, -0.62, -0.59, -0.49, 0.08, -0.01)
const only = (correlation: number) => [{ correlation, belief: 1 }]

test('without dependence it is Welch’s test, and Student’s of one series', () => {
  const first = Float64Array.of(20.4, 24.2, 15.4, 21.4, 20.2, 18.5, 21.5)
  const second = Float64Array.of(20.2, 16.9, 18.5, 17.3, 20.5, 19.2, 24.1, 18.2)
  const { pValue, low, high } = levelShift([first, second], only(0))
  expect(pValue).toBeCloseTo(0.5231337161651902, 10)
  expect(low).toBeCloseTo(-3.73883296494872, 3)
  expect(high).toBeCloseTo(2.0066901078058588, 3)
  expect(levelShift([depression], only(0)).pValue).toBeCloseTo(0.016176627434908098, 12)
  expect(levelShift([depression.map(each => -each)], only(0)).pValue).toBeCloseTo(0.016176627434908098, 12)
})

test('with a known dependence it is generalised least squares, gaps or not', () => {
  const { pValue, low, high, reach } = levelShift([depression], only(0.5))
  expect(pValue).toBeCloseTo(0.1941900597907208, 10)
  expect(low).toBeCloseTo(-1.1581319642282983, 3)
  expect(high).toBeCloseTo(0.27649560059193456, 3)
  expect(reach(0.025)).toBeCloseTo((high - low) / 2, 3)
  const gaps = depression.map((each, at) => (at === 3 || at === 7 ? Number.NaN : each))
  expect(levelShift([gaps], only(0.5)).pValue).toBeCloseTo(0.18638612693319023, 10)
})

test('without a known dependence it weighs all of them', () => {
  // The same integral by numpy on 4,000 correlations.
  expect(levelShift([depression]).pValue).toBeCloseTo(0.1062309278027933, 3)
})

test('values that are all the same leave no doubt', () => {
  expect(levelShift([Float64Array.of(0, 0, 0)])).toMatchObject({ pValue: 1, low: 0, high: 0 })
  const { pValue, low, reach } = levelShift([Float64Array.of(2, 2, 2)])
  expect([pValue, low, reach(0.025)]).toEqual([0, 2, 0])
})

test('one series that does not vary, or by the last digit only, leaves the doubt of the other', () => {
  const still = Float64Array.of(0.1 + 0.2, 0.3, 0.3, 0.3)
  const { pValue, low, high } = levelShift([still, depression])
  const alone = levelShift([depression.map(each => each - 0.3)])
  expect(pValue).toBeCloseTo(alone.pValue, 6)
  expect(low).toBeCloseTo(alone.low, 3)
  expect(high).toBeCloseTo(alone.high, 3)
  expect(levelShift([still, still])).toMatchObject({ pValue: 1, low: 0, high: 0 })
})

// What a person would ask of it: 5 % of its 95 % intervals miss the truth, and not many more where a dozen values hardly tell the dependence.
test.each([
  [0, 12, 0.05],
  [0.5, 12, 0.08],
  [0.5, 30, 0.07],
  [0.8, 30, 0.11],
])('with a correlation of %d, %d values of each run seldom miss the truth', (correlation, count, bound01) => {
  const random = seededRandom(3)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const run = (mean: number) => {
    let level = normal()
    return Float64Array.from({ length: count }, () => {
      level = correlation * level + Math.sqrt(1 - correlation ** 2) * normal()
      return mean + level
    })
  }
  const trials = 150
  const shifts = Array.from({ length: trials }, () => levelShift([run(10), run(13)]))
  const missed = shifts.filter(({ low, high }) => low > 3 || high < 3).length
  // Two standard errors of a share of the trials.
  expect(missed / trials).toBeLessThan(bound01 + 2 * Math.sqrt((bound01 * (1 - bound01)) / trials))
})
