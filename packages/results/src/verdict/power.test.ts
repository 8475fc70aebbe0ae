import { seededRandom } from '@pone/metrics/simulated-run.ts'
import { expect, test } from 'vitest'
import { binomialAtLeast, correlationPower, medianPower, normalPower, sharePower } from './power.ts'

test('tails of the binomial distribution are those of the tables', () => {
  // Sign test: 15 or more of 20 heads, 21,700 of 1,048,576 sequences.
  expect(binomialAtLeast(20, 0.5, 15)).toBeCloseTo(21_700 / 1_048_576, 12)
  expect(binomialAtLeast(4, 0.25, 4)).toBeCloseTo(1 / 256, 12)
  expect([binomialAtLeast(5, 0.3, 0), binomialAtLeast(5, 1, 5), binomialAtLeast(5, 1, 6)]).toEqual([1, 1, 0])
})

test('two of three readings show what each shows with 85 %: 0.85³ + 3 · 0.85² · 0.15', () => {
  expect(medianPower(3, 0.85)).toBeCloseTo(0.939_25, 10)
})

test('17 of 20 readings of a gauge are needed for a share of 85 %; tables: 0.9841 at 95 %', () => {
  expect(sharePower(20, 0.95, 0.85)).toBeCloseTo(0.9841, 4)
})

test('the power of a share is how often drawn readings reach it', () => {
  const random = seededRandom(11)
  const draws = 20_000
  let reached = 0
  for (let draw = 0; draw < draws; draw++) {
    let ones = 0
    for (let reading = 0; reading < 12; reading++) if (random() < 0.8) ones++
    if (ones / 12 >= 0.75) reached++
  }
  // Four standard errors of a share of 20,000.
  expect(Math.abs(sharePower(12, 0.8, 0.75) - reached / draws)).toBeLessThan(0.012)
})

test('normal estimates: 1.2816 standard errors are 90 %, an unknown error is no power', () => {
  expect(normalPower(1.281_551_6, 1)).toBeCloseTo(0.9, 6)
  expect(normalPower(-1.281_551_6, 1)).toBeCloseTo(0.1, 6)
  expect(normalPower(1, Number.POSITIVE_INFINITY)).toBe(0)
})

test('correlations by Fisher’s transformation: 109 pairs have a standard error of 0.1', () => {
  // atanh 0.5 − atanh 0.25 = 0.29389; the normal table has 0.9984 at 2.94.
  expect(correlationPower(109, 0.5, 0.25)).toBeCloseTo(0.9984, 4)
  expect(correlationPower(109, 0.25, 0.25)).toBeCloseTo(0.5, 10)
  expect(correlationPower(3, 0.9, 0.25)).toBe(0)
})
