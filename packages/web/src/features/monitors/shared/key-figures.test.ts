import { monitorTypes } from '@pone/monitors/registry.ts'
import { expect, test } from 'vitest'
import { keyFigures } from './key-figures.ts'

const named = (name: string) =>
  monitorTypes
    .filter(type => type.name === name)
    .flatMap(type => keyFigures(type).map(({ section, counter }) => `${section}.${counter.key}`))

test('the key figures of a type that only reaches an address are its times, not its state again', () => {
  expect(named('tcp-availability')).toEqual(['reach.timeMs', 'reach.certificateDays'])
  expect(named('icmp-availability')).not.toContain('reach.reached')
})

test('every type with figures of its own has one to three of them, each once and none of them a state', () => {
  const without = monitorTypes.filter(type => keyFigures(type).length === 0).map(({ name }) => name)
  // Its counters are those of the exporter.
  expect(without).toEqual(['prometheus'])
  for (const type of monitorTypes) {
    const figures = keyFigures(type)
    expect(figures.length, type.name).toBeLessThanOrEqual(3)
    expect(new Set(figures).size, type.name).toBe(figures.length)
    expect(figures.map(({ counter }) => counter.kind)).not.toContain('state')
  }
})
