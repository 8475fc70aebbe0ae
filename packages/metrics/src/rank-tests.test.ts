import { describe, expect, test } from 'vitest'
import { hodgesLehmann, shiftInterval } from './hodges-lehmann.ts'
import { holm } from './holm.ts'
import { countsOfU, mannWhitney } from './mann-whitney.ts'
import { normalTail } from './normal-tail.ts'
import { studentQuantile, studentTail } from './student-tail.ts'

// Figures of scipy 1.17.1: mannwhitneyu(x, y, method='exact' or 'asymptotic'), norm.sf(z), t.sf(t, df), t.isf(p, df); of statsmodels: multipletests(p, method='holm').

/** Permeability of membranes at term and before: Hollander & Wolfe 1973, 69. */
const term = [0.8, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46]
const before = [1.15, 0.88, 0.9, 0.74, 1.21]
const many = [
  101.7, 104.1, 101.7, 93.5, 104.5, 102.2, 97.3, 102.9, 101.8, 101.5, 100.1, 102.7, 96.3, 99.2, 97.6, 103,
  100.2, 98.5, 96.1, 98.7, 100, 98.6, 106.5, 105, 86.4, 90.6, 99.1, 97.9, 101.1, 101.1,
]
const shifted = [
  114.6, 98.4, 102.1, 114.2, 107.2, 107.3, 101.4, 95.8, 104.8, 104.5, 97.9, 100.6, 103.6, 99.3, 103.5, 104.5,
  104.2, 101.5, 107, 108.5, 105.6, 99.9, 107.7, 101.5, 108.4, 98.6, 108.6, 103.9,
]

test.each([
  [0, 0.5],
  [0.5, 0.3085375387259869],
  [1.96, 0.024997895148220435],
  [2.9, 0.0018658133003840375],
  [3.1, 0.0009676032132183563],
  [6, 9.865876450376946e-10],
  [10, 7.61985302416047e-24],
  [30, 4.906713927147908e-198],
])('beyond %d lies %d of the normal distribution', (z, expected) => {
  expect(normalTail(z) / expected).toBeCloseTo(1, 11)
})

test.each([
  [0.5, 3, 0.3257239824240755],
  [2, 5, 0.050969739414929174],
  [2.5, 12.5, 0.013611628931693884],
  [6, 30, 6.971384383602382e-7],
  [1.96, 1_000, 0.025136592477874368],
  [12, 1.5, 0.009021014637013932],
])('beyond %d lies of Student’s distribution with %d degrees of freedom %d', (t, freedom, expected) => {
  expect(studentTail(t, freedom) / expected).toBeCloseTo(1, 9)
  expect(studentQuantile(expected, freedom)).toBeCloseTo(t, 8)
})

describe('Mann–Whitney', () => {
  test.each([
    ['small samples are counted out', term, before, 35, 0.2544122544122544],
    ['of different sizes too', [19, 22, 16, 29, 24], [20, 11, 17, 12], 17, 0.1111111111111111],
    ['ties are corrected for', [1, 2, 2, 3, 5, 8, 8], [2, 4, 4, 5, 9, 9, 9, 10], 13.5, 0.10176927773295058],
    ['large samples are approximated', many, shifted, 206, 0.0008912166520788699],
    ['samples of one value do not differ', [5, 5, 5], [5, 5, 5, 5], 6, 1],
  ])('%s', (_name, first, second, u, pValue) => {
    expect(mannWhitney(first, second).u).toBe(u)
    expect(mannWhitney(first, second).pValue).toBeCloseTo(pValue, 12)
    expect(mannWhitney(second, first).pValue).toBeCloseTo(pValue, 12)
  })

  test('every order of the values is counted once', () => {
    expect([...countsOfU(2, 2)]).toEqual([1, 1, 2, 1, 1])
    expect(countsOfU(20, 20).reduce((sum, count) => sum + count, 0)).toBe(137_846_528_820)
  })

  test('values that depend on each other weigh less', () => {
    expect(mannWhitney(many, shifted, { inflation: 4 }).pValue).toBeGreaterThan(0.05)
  })
})

describe('Hodges–Lehmann', () => {
  test('has the published estimate and interval', () => {
    expect(hodgesLehmann(term, before)).toBeCloseTo(-0.305, 9)
    const { low, high } = shiftInterval(term, before)
    expect([low, high]).toEqual([expect.closeTo(-0.76, 12), expect.closeTo(0.15, 12)])
  })

  test('finds the same among many differences as sorting them does', () => {
    const differences = many.flatMap(a => shifted.map(b => b - a)).sort((a, b) => a - b)
    expect(hodgesLehmann(many, shifted)).toBeCloseTo(3.9, 9)
    const { low, high } = shiftInterval(many, shifted)
    expect(low).toBeCloseTo(differences[293] ?? 0, 9)
    expect(high).toBeCloseTo(differences[840 - 1 - 293] ?? 0, 9)
  })

  test('widens with dependence, and shrinks to a point where all values are equal', () => {
    const wide = shiftInterval(many, shifted, { inflation: 4 })
    const { low, high } = shiftInterval(many, shifted)
    expect(wide.low).toBeLessThan(low)
    expect(wide.high).toBeGreaterThan(high)
    expect(shiftInterval([3, 3], [5, 5, 5])).toEqual({ low: 2, high: 2 })
  })
})

describe('Holm', () => {
  test('adjusts as published software does', () => {
    const expected = [0.04, 0.09, 0.09, 0.025, 0.2]
    expect(holm([0.01, 0.04, 0.03, 0.005, 0.2])).toEqual(expected.map(value => expect.closeTo(value, 12)))
  })
  test('leaves one test as it is, and none to none', () => {
    expect(holm([0.03])).toEqual([0.03])
    expect(holm([])).toEqual([])
  })
})
