import { expect, test } from 'vitest'
import { monitorTypes } from './registry.ts'

test('names of types are unique', () => {
  const names = monitorTypes.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

test.each(monitorTypes.map(type => [type.name, type] as const))(
  'every counter of %s stands in a chart or a table',
  (_, type) => {
    const shown = new Set([
      ...type.charts.flatMap(({ counters }) => counters),
      ...type.tables.flatMap(({ section, columns }) => columns.map(column => `${section}.${column}`)),
    ])
    const counters = type.sections.flatMap(({ key, counters: own, computed }) =>
      [...own, ...computed].map(counter => `${key}.${counter.key}`),
    )
    expect(counters.filter(counter => !shown.has(counter))).toEqual([])
  },
)

test.each(monitorTypes.map(type => [type.name, type] as const))(
  'counters of a chart of %s have the unit of the chart',
  (_, type) => {
    const units = new Map<string, string>(
      type.sections.flatMap(({ key, counters, computed }) => [
        ...counters.map(
          one => [`${key}.${one.key}`, one.kind === 'counter' ? `${one.unit}/s` : one.unit] as const,
        ),
        ...computed.map(one => [`${key}.${one.key}`, one.unit] as const),
      ]),
    )
    const wrong = type.charts.flatMap(({ key, unit, counters }) =>
      counters.filter(name => units.has(name) && units.get(name) !== unit).map(name => `${key}: ${name}`),
    )
    expect(wrong).toEqual([])
  },
)

test.each(monitorTypes.map(type => [type.name, type] as const))(
  '%s has its password marked as secret',
  (_, type) => {
    expect(type.params.filter(param => param.type === 'password' && !param.isSecret)).toEqual([])
  },
)
