import { expect, test } from 'vitest'
import { cadenceOf, filledParams, type MonitorTypeInput, monitorTypeSchema, sectionsFor } from './type.ts'

const names = { zh: '值', en: 'value' }
const type: MonitorTypeInput = {
  name: 'made-up',
  version: 1,
  category: 'custom',
  names,
  triedOn: [],
  transport: 'procfs',
  params: [
    { key: 'host', type: 'address', names, required: true },
    { key: 'port', type: 'number', names, default: 80 },
  ],
  sections: [
    {
      key: 'cpu',
      names,
      request: { reader: 'cpu' },
      counters: [{ key: 'user', kind: 'counter', unit: 's', names, help: names }],
      computed: [{ key: 'busy', expression: '100 * user', unit: '%', names, help: names, capacity: 100 }],
    },
  ],
  charts: [{ key: 'cpu', names, style: 'line', counters: ['cpu.user', 'cpu.busy'], unit: '%' }],
}
const [cpu] = type.sections
const messages = (changed: object) =>
  (monitorTypeSchema.safeParse({ ...type, ...changed }).error?.issues ?? []).map(({ message }) => message)

test('a type as it is written is read', () => {
  expect(messages({})).toEqual([])
})

test.each([
  [
    'a chart of a counter that is none',
    { charts: [{ ...type.charts[0], counters: ['cpu.nice'] }] },
    'cpu.nice',
  ],
  ['a threshold of none', { thresholds: [{ counter: 'a.b', max: 1, severity: 'warning' }] }, 'a.b'],
  [
    'an expression with a name of no counter',
    { sections: [{ ...cpu, computed: [{ ...cpu?.computed?.[0], expression: 'system / 2' }] }], charts: [] },
    'system',
  ],
  [
    'an expression that cannot be read',
    { sections: [{ ...cpu, computed: [{ ...cpu?.computed?.[0], expression: 'user +' }] }], charts: [] },
    'wrong at character 6',
  ],
  [
    'a request that the transport does not know',
    { sections: [{ ...cpu, request: { reader: 'moon' } }] },
    'cpu',
  ],
  ['a section twice', { sections: [cpu, cpu] }, 'cpu occurs twice'],
  ['a table of a section that is none', { tables: [{ key: 't', names, section: 'x', columns: ['y'] }] }, 'y'],
])('%s is refused', (_, changed, part) => {
  expect(messages(changed).join('\n')).toContain(part)
})

test('parameters get their defaults where they are empty', () => {
  const read = monitorTypeSchema.parse(type)
  expect(filledParams(read, { host: 'a', port: '', other: 1 })).toEqual({ host: 'a', port: 80 })
  // A field of every monitor, without which its log would never be asked.
  expect(filledParams(read, { host: 'a', slowLogAddress: '/var/log/slow.log' })).toEqual({
    host: 'a',
    port: 80,
    slowLogAddress: '/var/log/slow.log',
  })
})

test('a cadence is a multiple of the frequency of the monitor', () => {
  expect(cadenceOf({ cadenceMs: 'frequency' }, 5_000)).toBe(5_000)
  expect(cadenceOf({ cadenceMs: 60_000 }, 7_000)).toBe(63_000)
  expect(cadenceOf({ cadenceMs: 1_000 }, 5_000)).toBe(5_000)
})

test.each([
  [{}, false],
  [{ log: '' }, false],
  [{ log: false }, false],
  [{ log: true }, true],
  [{ log: 'a' }, true],
])('a section that belongs to a parameter is asked of a monitor with %j: %s', (params, isAsked) => {
  const read = monitorTypeSchema.parse(type)
  const [section] = read.sections
  if (!section) throw new Error('no section')
  const sections = [{ ...section, ifParam: 'log' }]
  expect(sectionsFor({ ...read, sections }, params).length > 0).toBe(isAsked)
})
