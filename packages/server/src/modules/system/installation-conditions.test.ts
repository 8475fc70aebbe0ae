import { expect, test } from 'vitest'
import {
  certificateConditions,
  countCondition,
  fleetConditions,
  licenceConditions,
} from './installation-conditions.ts'

const machine = (name: string, over: object = {}) => ({
  name,
  isOnline: true,
  isInService: true,
  isRevoked: false,
  version: '0.9.0',
  ...over,
})

test('machines that should be there and are not, and those of an older version, are named', () => {
  const machines = [
    machine('fine'),
    machine('gone', { isOnline: false, version: '0.1.0' }),
    machine('out of service', { isOnline: false, isInService: false }),
    machine('revoked', { isOnline: false, isRevoked: true }),
    machine('old', { version: '0.8.9' }),
    machine('silent', { version: '' }),
  ]
  expect(fleetConditions(machines, '0.9.0')).toEqual([
    { id: 'machinesOffline', params: { machines: 'gone' } },
    { id: 'machinesOutdated', params: { machines: 'old', version: '0.9.0' } },
  ])
  expect(fleetConditions([], '0.9.0')).toEqual([])
})

test('ten machines are named, more are counted', () => {
  const machines = Array.from({ length: 12 }, (_, index) => machine(`m${index}`, { isOnline: false }))
  expect(fleetConditions(machines, '0.9.0')[0]?.params).toEqual({
    machines: 'm0, m1, m2, m3, m4, m5, m6, m7, m8, m9, +2',
  })
})

test.each([
  ['community', null, []],
  ['valid', null, []],
  ['valid', 15, []],
  ['valid', 14, [{ id: 'licenceEnds', params: { days: 14 } }]],
  ['expired', 0, [{ id: 'licenceUnusable' }]],
  ['wrongSignature', null, [{ id: 'licenceUnusable' }]],
] as const)('a licence that is %s with %s days left', (state, remainingDays, conditions) => {
  expect(licenceConditions({ state, remainingDays })).toEqual(conditions)
})

test('a certificate is told of from thirty days before its end', () => {
  const end = Date.UTC(2030, 0, 31)
  const days = (count: number) => end - count * 86_400_000
  expect(certificateConditions(null, 0)).toEqual([])
  expect(certificateConditions(end, days(31))).toEqual([])
  const told = [{ id: 'certificateEnds', params: { date: '2030-01-31' } }]
  expect(certificateConditions(end, days(30))).toEqual(told)
  expect(certificateConditions(end, days(-1))).toEqual(told)
})

test('nothing is told of none', () => {
  expect(countCondition('accountsLocked', 0)).toEqual([])
  expect(countCondition('operationsFailed', 2)).toEqual([{ id: 'operationsFailed', params: { count: 2 } }])
})
