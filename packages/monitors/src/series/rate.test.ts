import fc from 'fast-check'
import { expect, test } from 'vitest'
import { increases, rates, withGaps } from './rate.ts'

test('a rate is the growth over the time that really passed', () => {
  const series = { times: [0, 5_000, 10_400], values: [100, 150, 204] }
  expect([...rates(series, 5_000)]).toEqual([Number.NaN, 10, 10])
  expect([...increases(series, 5_000)]).toEqual([Number.NaN, 50, 54])
})

test('over a change of the cadence the longer one counts, and after it the new one', () => {
  const series = { times: [0, 5_000, 9_000, 10_000, 12_000], values: [0, 50, 90, 100, 120] }
  expect([...rates(series, [5_000, 5_000, 1_000, 1_000, 1_000])]).toEqual([
    Number.NaN,
    10,
    10,
    10,
    Number.NaN,
  ])
})

test('a restart is a gap, then rates go on', () => {
  const series = { times: [0, 1_000, 2_000, 3_000], values: [10, 20, 5, 8] }
  expect([...rates(series, 1_000)]).toEqual([Number.NaN, 10, Number.NaN, 3])
})

test('a missing slot is a gap, also where only its value is unknown', () => {
  expect([...rates({ times: [0, 1_000, 3_000, 4_000], values: [1, 2, 8, 9] }, 1_000)]).toEqual([
    Number.NaN,
    1,
    Number.NaN,
    1,
  ])
  expect([...rates({ times: [0, 1_000, 2_000], values: [1, Number.NaN, 3] }, 1_000)]).toEqual([
    Number.NaN,
    Number.NaN,
    Number.NaN,
  ])
})

test('a hole of a line holds one unknown point', () => {
  expect(withGaps({ times: [0, 1_000, 5_000], values: [1, 2, 3] }, 1_000)).toEqual({
    times: [0, 1_000, 2_000, 5_000],
    values: [1, 2, Number.NaN, 3],
  })
})

test('no counter whatever has a negative rate', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ step: fc.nat(3_000), value: fc.double() }), { maxLength: 50 }),
      points => {
        let at = 0
        const times = points.map(({ step }) => (at += step))
        const figures = rates({ times, values: points.map(({ value }) => value) }, 1_000)
        expect(figures.every(rate => Number.isNaN(rate) || rate >= 0)).toBe(true)
      },
    ),
  )
})
