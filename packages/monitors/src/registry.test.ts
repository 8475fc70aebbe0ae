import { expect, test } from 'vitest'
import { shownFaults } from './own/shown-rules.ts'
import { monitorTypes } from './registry.ts'

test('names of types are unique', () => {
  const names = monitorTypes.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

test.each(monitorTypes.map(type => [type.name, type] as const))(
  'counters of %s stand in a chart or table, charts have one unit, passwords are sealed',
  (_, type) => {
    expect(shownFaults(type)).toEqual([])
  },
)

test.each(monitorTypes.map(type => [type.name, type] as const))(
  'each counter of use of %s says how it can be the limit of a system',
  (_, { sections }) => {
    const unsaid = sections.flatMap(({ key, counters, computed }) =>
      [...counters, ...computed]
        .filter(({ role, nature }) => role === 'utilisation' && nature === undefined)
        .map(counter => `${key}.${counter.key}`),
    )
    expect(unsaid).toEqual([])
  },
)
