import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rateUnits } from '../scenario/rate-units.ts'
import { scenarioDocumentSchema } from '../scenario/scenario.ts'
import { inRateUnit, perSecondOf, rateOf, rateText } from './rates.ts'
import { problemsOf } from './registry.ts'

test.each([
  ['100', 100, 'second'],
  ['0.5/s', 0.5, 'second'],
  ['90/m', 90, 'minute'],
  ['90/min', 90, 'minute'],
  ['90 per 1m', 90, 'minute'],
  ['90 per minute', 90, 'minute'],
  ['1.5 / s', 1.5, 'second'],
  ['20/h', 20, 'hour'],
] as const)('%s is a rate', (text, amount, unit) => {
  expect(rateOf(text)).toEqual({ amount, unit })
})

test.each(['', '0', '0.0/m', '-1/s', '5/d', '5 per 2m', 'x/s', '1e3/s', '5/', '1.5.2/s'])(
  '%j is no rate',
  text => {
    expect(rateOf(text)).toBeNull()
  },
)

test('a rate is shown as it was given, whatever dividing it by 60 or 3,600 made of it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000_000 }),
      fc.constantFrom(1, 10, 1_000),
      fc.constantFrom(...rateUnits),
      (count, parts, unit) => {
        const amount = count / parts
        expect(inRateUnit(perSecondOf(amount, unit), unit)).toBe(amount)
        expect(rateOf(rateText(perSecondOf(amount, unit), unit))).toEqual({ amount, unit })
      },
    ),
  )
})

test('users are whole numbers, rates need not be', () => {
  const loadModel = { kind: 'constant', users: 1.5, rampUpSeconds: 0, durationSeconds: 10 } as const
  const arrivals = scenarioDocumentSchema.parse({ drive: 'arrivals', loadModel })
  expect(problemsOf(arrivals.loadModel, 'arrivals')).toEqual([])
  expect(problemsOf(arrivals.loadModel, 'users')).toMatchObject([{ path: 'users', code: 'notWhole' }])
})

test('a scenario stored before has its rates per second', () => {
  expect(scenarioDocumentSchema.parse({ drive: 'arrivals' }).rateUnit).toBe('second')
})
