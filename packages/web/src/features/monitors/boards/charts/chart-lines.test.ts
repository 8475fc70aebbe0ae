/** Lines of charts over several monitors. */
import { monitorTypeOf } from '@pone/monitors/registry.ts'
import { monitorTypeSchema } from '@pone/monitors/type.ts'
import { expect, test } from 'vitest'
import { type ChartAnswer, groupChartLines, titleOf } from './chart-lines.ts'
import type { ResolvedChart } from './resolve.ts'

const typeOf = monitorTypeOf
const counter = (monitorId: string, name: string, over: Partial<ResolvedChart['counters'][number]> = {}) => ({
  monitorId,
  type: 'redis',
  section: 'server',
  counter: name,
  labels: {},
  ...over,
})
const resolved = (counters: ResolvedChart['counters']): ResolvedChart => ({
  id: 'c',
  counters,
  named: new Map([['gone', 'cache-old']]),
})
const answer = (series: ChartAnswer['figures']['series']): ChartAnswer => ({
  from: 0,
  to: 3_000,
  figures: { id: 'c', stepMs: 1_000, times: [0, 1_000, 2_000], series, omitted: 0 },
  monitors: ['a', 'b'].map(id => ({
    id,
    name: `cache-${id}`,
    type: 'redis',
    typeVersion: null,
    isRunning: true,
    state: 'up',
  })),
  gaps: [],
})
const series = (monitorId: string, name: string, labels = {}, section = 'server') => ({
  monitorId,
  section,
  counter: name,
  labels,
  values: [1, null, 3],
})
const labelsOf = (chart: ResolvedChart, shown: ChartAnswer) =>
  groupChartLines(chart, shown, { typeOf, language: 'en' }).series.map(({ label }) => label)

test('a line is named by what tells it from the others', () => {
  const [a, b] = [counter('a', 'connected_clients'), counter('b', 'connected_clients')]
  expect(labelsOf(resolved([a]), answer([series('a', 'connected_clients')]))).toEqual(['Clients'])
  expect(
    labelsOf(resolved([a, b]), answer([series('a', 'connected_clients'), series('b', 'connected_clients')])),
  ).toEqual(['cache-a', 'cache-b'])
  const keys = ['db0', 'db1'].map(db => series('a', 'keys', { db }, 'keyspace'))
  expect(labelsOf(resolved([counter('a', 'keys', { section: 'keyspace' })]), answer(keys))).toEqual([
    'db0',
    'db1',
  ])
})

test('values have the unit of the chart, unknown ones stay unknown, and counters of another unit are counted', () => {
  const chart = resolved([counter('a', 'uptime_in_seconds'), counter('a', 'used_memory')])
  const lines = groupChartLines(
    chart,
    answer([series('a', 'uptime_in_seconds'), series('a', 'used_memory')]),
    { typeOf, language: 'en' },
  )
  expect(lines.unit.unit).toBe('ms')
  expect(lines.series.map(({ values }) => values)).toEqual([[1_000, null, 3_000]])
  expect(lines.otherUnit).toBe(1)
  expect(lines.seconds).toEqual([0, 1, 2])
})

test('a monitor that was deleted is named as it was last', () => {
  const chart = resolved([counter('gone', 'used_memory'), counter('unknown', 'used_memory')])
  expect(groupChartLines(chart, answer([]), { typeOf, language: 'en' }).deleted).toEqual([
    'cache-old',
    'unknown',
  ])
})

test('without a title a chart is named by its counters', () => {
  const { counters } = resolved([counter('a', 'connected_clients'), counter('b', 'connected_clients')])
  expect(titleOf({ title: '', counters }, typeOf, 'en')).toBe('Clients')
  expect(titleOf({ title: 'Load', counters }, typeOf, 'en')).toBe('Load')
})

test('counters of a monitor that keeps an older version of its own type have the names and units of that version', () => {
  const ofVersion = (version: number, name: string, unit: string) => {
    const redis = monitorTypeOf('redis')
    const sections = (redis?.sections ?? []).map(section => ({
      ...section,
      counters: section.counters.map(each =>
        each.key === 'connected_clients' ? { ...each, unit, names: { zh: name, en: name } } : each,
      ),
    }))
    return monitorTypeSchema.parse({ ...redis, name: 'own', version, sections })
  }
  const [first, second] = [ofVersion(1, 'Former', 'bytes'), ofVersion(2, 'Present', 'count')]
  const own = (_name: string, version?: number | null) => (version === 1 ? first : second)
  const chart = resolved([counter('a', 'connected_clients', { type: 'own' })])
  const shown = answer([series('a', 'connected_clients')])
  const older = { ...shown, monitors: shown.monitors.map(each => ({ ...each, type: 'own', typeVersion: 1 })) }
  const lines = groupChartLines(chart, older, { typeOf: own, language: 'en' })
  expect([lines.series[0]?.label, lines.unit.unit]).toEqual(['Former', 'bytes'])
  const newest = groupChartLines(chart, shown, { typeOf: own, language: 'en' })
  expect([newest.series[0]?.label, newest.unit.unit]).toEqual(['Present', 'count'])
})
