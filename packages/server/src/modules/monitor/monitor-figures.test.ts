import { rawCounters } from '@pone/monitors/series/counter-values.ts'
import { type MonitorSection, monitorTypeSchema } from '@pone/monitors/type.ts'
import { expect, test } from 'vitest'
import type { LatestRow, SeriesCurve } from '../../adapters/time-series/time-series.ts'
import { gridOf, timesOf } from './curve-grid.ts'
import { gridCurves, latestOf } from './monitor-figures.ts'

const names = { zh: '名', en: 'name' }
const { sections } = monitorTypeSchema.parse({
  name: 'cache',
  version: 1,
  category: 'cache',
  names,
  triedOn: [],
  transport: 'http',
  params: [],
  sections: [
    {
      key: 'stats',
      names,
      request: { path: '/', answer: { format: 'json', fields: { hits: 'h', misses: 'm' } } },
      counters: ['hits', 'misses'].map(key => ({ key, kind: 'counter', unit: 'count', names, help: names })),
      computed: [{ key: 'ratio', expression: 'hits / (hits + misses)', unit: 'ratio', names, help: names }],
    },
  ],
  charts: [
    { key: 'c', names, style: 'line', counters: ['stats.ratio', 'stats.hits', 'stats.misses'], unit: '' },
  ],
})
const section = sections[0] as MonitorSection

const curve = (counter: string, at: number[], values: (number | null)[]): SeriesCurve => ({
  monitorId: 'm',
  section: 'stats',
  counter,
  labels: {},
  kind: 'counter',
  at,
  values,
  maxima: null,
  intervalMs: 0,
  cadences: [{ fromMs: at[0] ?? 0, cadenceMs: 1_000 }],
  partial: [],
  resolution: 'samples',
})

test('a computed counter is made of the rates of its counters, and unknown where one is', () => {
  expect(rawCounters(section, ['ratio', 'hits'])).toEqual(['hits', 'misses'])
  const curves = [
    curve('hits', [1_000, 2_000, 3_000], [3, 1, 0]),
    curve('misses', [1_000, 2_000, 3_000], [1, null, 0]),
  ]
  const grid = gridOf({ from: 1_000, to: 5_000, points: 100 }, 1_000, curves)
  expect(timesOf(grid)).toEqual([1_000, 2_000, 3_000, 4_000])
  expect(gridCurves(section, ['ratio', 'hits'], curves, grid)).toEqual([
    { counter: 'ratio', labels: {}, values: [0.75, null, null, null] },
    { counter: 'hits', labels: {}, values: [3, 1, 0, null] },
  ])
})

test('steps are at least as long as the cadence and hold its multiples', () => {
  const range = { from: 0, to: 100_000, points: 30 }
  expect(gridOf(range, 5_000, [])).toMatchObject({ stepMs: 5_000 })
  expect(gridOf(range, 3_000, [])).toMatchObject({ stepMs: 6_000 })
  expect(gridOf({ ...range, points: 1_000 }, 5_000, [])).toMatchObject({ stepMs: 5_000 })
})

const rowAt = (slotMs: number, before: number[] | null, now: number[]): LatestRow => {
  const series = ['hits', 'misses'].map(counter => ({ counter, labels: {}, kind: 'counter' as const }))
  return {
    monitorId: 'm',
    section: 'stats',
    part: 0,
    slotMs,
    cadenceMs: 1_000,
    series,
    values: Float64Array.from(now),
    previous: before === null ? null : { slotMs: 10_000, series, values: Float64Array.from(before) },
  }
}
const valuesOf = (row: LatestRow) => latestOf(section, [row]).map(({ counter, value }) => [counter, value])

test('newest values of counters are rates; a restart, a hole and a first value are unknown', () => {
  expect(valuesOf(rowAt(11_000, [10, 10], [13, 11]))).toEqual([
    ['hits', 3],
    ['misses', 1],
    ['ratio', 0.75],
  ])
  expect(valuesOf(rowAt(11_000, [10, 10], [2, 10]))).toEqual([
    ['hits', null],
    ['misses', 0],
    ['ratio', null],
  ])
  expect(valuesOf(rowAt(12_000, [10, 10], [13, 11]))[0]).toEqual(['hits', null])
  expect(valuesOf(rowAt(11_000, null, [13, 11]))[0]).toEqual(['hits', null])
})

test.each([
  ['a few values from before a run was collected each second', [5_000, 1_000], 3_000, 1_000],
  ['half of the range in each', [5_000, 1_000], 30_000, 5_000],
  ['a run within an hour of its own frequency', [1_000, 5_000], 6_000, 5_000],
])('even steps of %s', (_, [before = 0, after = 0], changeMs, stepMs) => {
  const range = { from: 0, to: 60_000, points: 600 }
  const at = [
    ...Array.from({ length: changeMs / before + 1 }, (__, index) => index * before).filter(
      ms => ms < changeMs,
    ),
    ...Array.from({ length: (range.to - changeMs) / after }, (__, index) => changeMs + index * after),
  ]
  const cadences = [
    { fromMs: 0, cadenceMs: before },
    { fromMs: changeMs, cadenceMs: after },
  ]
  const curves = [{ ...curve('hits', at, at), cadences }]
  expect(gridOf(range, 5_000, curves, { isEven: true })).toMatchObject({ stepMs, cadenceMs: stepMs })
})
