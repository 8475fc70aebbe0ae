import { monitorTypeOf } from '@pone/monitors/registry.ts'
import { expect, test } from 'vitest'
import { indicatorNames } from './indicator-names.ts'

const redis = monitorTypeOf('redis')
const reading = (counter: string, fn: 'value' | 'rate' = 'value') => ({ counter, fn })

test('a counter has the names and the unit of its type', () => {
  expect(
    indicatorNames(redis, { kind: 'counter', section: 'server', reading: reading('used_memory') }),
  ).toMatchObject({ unit: 'bytes', names: { en: expect.any(String), zh: expect.any(String) } })
})

test('a count has no unit, and its growth is per second', () => {
  const clients = { kind: 'counter', section: 'server', reading: reading('connected_clients') } as const
  expect(indicatorNames(redis, clients)?.unit).toBe('')
  const growth = { ...clients, reading: reading('total_commands_processed', 'rate') }
  expect(indicatorNames(redis, growth)?.unit).toBe('/s')
  expect(indicatorNames(redis, growth)?.names.en).toMatch(/ \(growth per second\)$/)
  // The rate of what does not only grow is its value.
  const rate = { ...clients, reading: reading('connected_clients', 'rate') }
  expect(indicatorNames(redis, rate)).toEqual(indicatorNames(redis, clients))
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
  expect(indicatorNames(redis, indicator)?.names.en).toMatch(/^.+ \/ .+ × 2$/)
})

test('states have their names', () => {
  const link = { kind: 'counter', section: 'server', reading: reading('master_link_status') } as const
  expect(indicatorNames(redis, link)?.states).toContainEqual({
    value: expect.any(Number),
    names: { zh: expect.any(String), en: expect.any(String) },
  })
})

test('unknown types, unknown counters and what is no counter have no names', () => {
  const unknown = { kind: 'counter', section: 'server', reading: reading('none') } as const
  expect(indicatorNames(redis, unknown)).toBeUndefined()
  expect(indicatorNames(undefined, unknown)).toBeUndefined()
  expect(indicatorNames(redis, { kind: 'noData' })).toBeUndefined()
})
