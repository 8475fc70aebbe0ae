import { expect, test } from 'vitest'
import { indicatorNames } from './indicator-names.ts'

const reading = (counter: string, fn: 'value' | 'rate' = 'value') => ({ counter, fn })

test('a counter has the names and the unit of its type', () => {
  expect(
    indicatorNames('redis', { kind: 'counter', section: 'server', reading: reading('used_memory') }),
  ).toMatchObject({ unit: 'bytes', names: { en: expect.any(String), zh: expect.any(String) } })
})

test('a count has no unit, and its growth is per second', () => {
  const clients = { kind: 'counter', section: 'server', reading: reading('connected_clients') } as const
  expect(indicatorNames('redis', clients)?.unit).toBe('')
  const growth = { ...clients, reading: reading('connected_clients', 'rate') }
  expect(indicatorNames('redis', growth)?.unit).toBe('/s')
  expect(indicatorNames('redis', growth)?.names.en).toMatch(/ \(growth per second\)$/)
})

test('an expression names both counters', () => {
  const indicator = {
    kind: 'expression',
    section: 'server',
    left: reading('used_memory'),
    operator: '/',
    right: reading('connected_clients'),
    factor: 2,
  } as const
  expect(indicatorNames('redis', indicator)?.names.en).toMatch(/^.+ \/ .+ × 2$/)
})

test('own types, unknown counters and what is no counter have no names', () => {
  const unknown = { kind: 'counter', section: 'server', reading: reading('none') } as const
  expect(indicatorNames('redis', unknown)).toBeUndefined()
  expect(indicatorNames('own-type', unknown)).toBeUndefined()
  expect(indicatorNames('redis', { kind: 'noData' })).toBeUndefined()
})
