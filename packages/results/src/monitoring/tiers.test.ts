import type { RunMonitor } from '@pone/contract/entities/run-monitoring.ts'
import { expect, test } from 'vitest'
import { tierOf } from './tiers.ts'

const monitorOf = (id: string, category: string, more: Partial<RunMonitor> = {}): RunMonitor => ({
  id,
  name: id,
  type: id,
  typeNames: { zh: id, en: id },
  category,
  nodes: [id],
  sections: {},
  isDeleted: false,
  collector: 'agent',
  clockOffsetMs: null,
  ...more,
})

const host = monitorOf('host', 'host', { machine: 'srv-1', agents: ['a1'] })
const tier = (others: RunMonitor[], edges: { from: string; to: string }[] = [], agents: string[] = []) =>
  tierOf(host, { monitors: [host, ...others], edges }, agents)

test.each([
  ['database', 'database'],
  ['cache', 'database'],
  ['queue', 'downstream'],
  ['jvm', 'application'],
])('a host that only %s runs on belongs to the tier %s, by machine or by link', (category, expected) => {
  expect(tier([monitorOf('other', category, { machine: 'srv-1' })])).toBe(expected)
  expect(tier([monitorOf('other', category)], [{ from: 'other', to: 'host' }])).toBe(expected)
  expect(tierOf(monitorOf('x', category), { monitors: [], edges: [] }, [])).toBe(expected)
})

test('a host that application and database share belongs to the application', () => {
  const all = [
    monitorOf('db', 'database', { machine: 'srv-1' }),
    monitorOf('shop', 'web', { machine: 'srv-1' }),
  ]
  expect(tier(all, [], ['a1'])).toBe('application')
})

test('a host on which only load is generated is a load machine; unknown machines are not the same', () => {
  expect(tier([], [], ['a1'])).toBe('generator')
  expect(tier([], [], ['a2'])).toBe('application')
  expect(tier([monitorOf('db', 'database', { machine: 'srv-2' })], [], ['a1'])).toBe('generator')
  const { machine: _, ...unknown } = host
  expect(tierOf(unknown, { monitors: [unknown, monitorOf('db', 'database')], edges: [] }, [])).toBe(
    'application',
  )
})
