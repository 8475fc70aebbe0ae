/** Charts of a monitor from its type and what the server answers. */
import type { MonitorGap, MonitorSeries } from '@pone/contract/entities/monitor.ts'
import { monitorTypes } from '@pone/monitors/registry.ts'
import { monitorTypeSchema } from '@pone/monitors/type.ts'
import { expect, test } from 'vitest'
import { availabilityPercent, chartedCounters, chartsBySection, linesOf, maxLines } from './chart-model.ts'

const names = { zh: '名', en: 'Name' }
const counter = (key: string, unit: string) => ({
  key,
  kind: 'gauge' as const,
  unit,
  names: { zh: key, en: key },
  help: names,
})
const type = monitorTypeSchema.parse({
  name: 'made-up',
  version: 1,
  category: 'cache',
  names,
  triedOn: [],
  transport: 'redis',
  params: [],
  sections: [
    {
      key: 'server',
      names,
      request: { command: 'INFO' },
      answersAvailability: true,
      counters: [counter('uptime', 's'), counter('used', 'bytes')],
    },
    {
      key: 'keyspace',
      names,
      request: { command: 'INFO' },
      rows: { labels: ['db'] },
      counters: [counter('keys', 'count')],
    },
  ],
  charts: [
    { key: 'uptime', names, style: 'line', counters: ['server.uptime'], unit: 's' },
    { key: 'used', names, style: 'area', counters: ['server.used'], unit: 'bytes' },
    { key: 'keys', names, style: 'bar', counters: ['keyspace.keys'], unit: 'count' },
  ],
})
const chart = (key: string) => {
  const found = type.charts.find(each => each.key === key)
  if (found === undefined) throw new Error(`no chart ${key}`)
  return found
}
const answer = (series: MonitorSeries['series'], over: Partial<MonitorSeries> = {}): MonitorSeries => ({
  from: 0,
  to: 3_000,
  stepMs: 1_000,
  times: [1_000, 2_000, 3_000],
  omitted: 0,
  gaps: [],
  series,
  ...over,
})

test('charts stand below the section of their first counter', () => {
  expect(
    chartsBySection(type).map(({ section, charts }) => [section.key, charts.map(({ key }) => key)]),
  ).toEqual([
    ['server', ['uptime', 'used']],
    ['keyspace', ['keys']],
  ])
  expect(chartedCounters(type, 'server')).toEqual(['uptime', 'used'])
})

test('a line has the unit of its chart, and unknown values stay unknown', () => {
  const series = [{ section: 'server', counter: 'uptime', labels: {}, values: [1, null, 3] }]
  const lines = linesOf(chart('uptime'), type, new Map([['server', answer(series)]]), 'en')
  expect(lines?.series).toEqual([
    { key: 'server.uptime ', label: 'uptime', color: 'name1', values: [1_000, null, 3_000] },
  ])
  expect(lines?.seconds).toEqual([1, 2, 3])
})

test('a chart whose section has not answered yet has no lines', () => {
  expect(linesOf(chart('used'), type, new Map(), 'en')).toBeNull()
})

test('of more lines than colours the highest are drawn, and the others are counted', () => {
  const series = Array.from({ length: 14 }, (_, index) => ({
    section: 'keyspace',
    counter: 'keys',
    labels: { db: `db${index}` },
    values: [index, index, index],
  }))
  const lines = linesOf(chart('keys'), type, new Map([['keyspace', answer(series, { omitted: 3 })]]), 'en')
  expect(lines?.series.map(({ label }) => label)).toEqual(
    Array.from({ length: maxLines }, (_, index) => `db${index + 4}`),
  )
  expect(lines?.omitted).toBe(7)
})

const gap = (over: Partial<MonitorGap>): MonitorGap => ({
  section: 'server',
  cause: 'refused',
  params: {},
  detail: '',
  from: 0,
  until: null,
  ...over,
})

test.each([
  ['no gaps', [], 100],
  ['a gap of a tenth', [gap({ from: 100, until: 200 })], 90],
  ['gaps over each other count once', [gap({ from: 100, until: 200 }), gap({ from: 150, until: 200 })], 90],
  ['a gap that lasts', [gap({ from: 500 })], 50],
  ['gaps outside the range', [gap({ from: -9, until: -3 }), gap({ from: 2_000 })], 100],
  ['a gap from before the range', [gap({ from: -500, until: 250 })], 75],
  ['a gap of a section that does not tell availability', [gap({ section: 'keyspace', from: 0 })], 100],
  [
    'stopped time does not count',
    [gap({ section: '', cause: 'stopped', from: 0, until: 500 }), gap({ from: 750 })],
    50,
  ],
  [
    'time in which the agent was lost tells nothing of the target',
    [gap({ cause: 'agentLost', from: 0, until: 500 }), gap({ from: 750 })],
    50,
  ],
  ['the agent was lost all the time', [gap({ cause: 'agentLost', from: 0 })], null],
  [
    'more gaps than were answered',
    Array.from({ length: 1_000 }, (_, index) => gap({ from: index, until: index + 0.1 })),
    null,
  ],
  ['stopped all the time', [gap({ section: '', cause: 'stopped' })], null],
] as const)('availability: %s', (_name, gaps, expected) => {
  expect(availabilityPercent(type, gaps, { from: 0, to: 1_000 })).toBe(expected)
})

test('every counter of every chart of every type has a name in its section', () => {
  for (const each of monitorTypes)
    for (const { section, charts } of chartsBySection(each))
      expect(charts.length, `${each.name} ${section.key}`).toBeGreaterThan(0)
})
