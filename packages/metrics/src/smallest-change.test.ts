import { expect, test } from 'vitest'
import { levelShift } from './level-shift.ts'
import { leastPValueOf, mannWhitney } from './mann-whitney.ts'
import { seededRandom } from './simulated-run.ts'
import { smallestChange, studentPrecision } from './smallest-change.ts'

const random = seededRandom(8)
const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
const sample = (count: number, shift: number) => Float64Array.from({ length: count }, () => shift + normal())

test('is that of published tables: 17 values a side for a shift of one deviation at 5 % and 80 %', () => {
  // Cohen 1988, table 2.4.1: n = 17 for d = 1, two-sided 0.05, power 0.80.
  const precision = studentPrecision({ deviation: Math.sqrt(2 / 17), freedom: 32, leastPValue: 0 })
  expect(smallestChange(precision, 1)).toBeCloseTo(1, 1)
  expect(smallestChange(precision, 11)).toBeGreaterThan(1.25)
})

test('is found in 8 of 10 cases, and nothing in 1 of 20', () => {
  const trials = 400
  const pairs = Array.from({ length: trials }, () => [sample(20, 0), sample(20, 0)] as const)
  const tests = pairs.map(pair => levelShift(pair))
  const stated = tests.map(({ reach }) => smallestChange({ reach, leastPValue: 0 }, 1) ?? 0)
  const shift = stated.toSorted((a, b) => a - b)[trials / 2] ?? 0
  const moved = pairs.map(([first, second]) => levelShift([first, second.map(each => each + shift)]))
  const foundIn = (of: typeof tests) => of.filter(({ pValue }) => pValue < 0.05).length / trials
  expect(foundIn(moved)).toBeCloseTo(0.8, 1)
  expect(foundIn(tests)).toBeLessThan(0.075)
})

test('is not known where nothing varies, and where no change could be shown', () => {
  expect(smallestChange(studentPrecision({ deviation: 0, freedom: 9, leastPValue: 0 }), 1)).toBeNull()
  expect(smallestChange(studentPrecision({ deviation: 1, freedom: 9, leastPValue: 0.01 }), 11)).toBeNull()
})

// Critical values of U, two-sided 5 %: Mann & Whitney 1947, as in Siegel 1956, table K.
test.each([
  [5, 5, 2],
  [8, 8, 13],
  [10, 10, 23],
  [12, 12, 37],
  [12, 8, 22],
  [20, 20, 127],
])('%i and %i values differ at U = %i and not one above', (m, n, critical) => {
  expect(pOf(m, n, critical)).toBeLessThanOrEqual(0.05)
  expect(pOf(m, n, critical + 1)).toBeGreaterThan(0.05)
})

test('complete separation of 12 and 12 values is as rare as one order of all', () => {
  // 2 ÷ C(24, 12)
  expect(leastPValueOf(12, 12, 1)).toBeCloseTo(2 / 2_704_156, 12)
})

/** p of samples of these sizes without ties whose U is that number. */
function pOf(m: number, n: number, u: number): number {
  const first: number[] = []
  let left = u
  for (let index = 0; index < m; index++) {
    const above = Math.min(n, left)
    left -= above
    first.push(above + 0.5 + index / (10 * m))
  }
  const second = Array.from({ length: n }, (_, index) => index + 1)
  const test = mannWhitney(first, second)
  if (test.u !== u) throw new Error(`U is ${test.u}`)
  return test.pValue
}
