import type { RunMonitoring, RunSeries } from '@pone/contract/entities/run-monitoring.ts'
import { expect, it } from 'vitest'
import { joinedMonitoring, noMonitoring, onlyMonitors } from './selection.ts'

const series = (monitorId: string, counter: string, queue: number | null): RunSeries => ({
  monitorId,
  section: 's',
  counter,
  labels: {},
  names: { zh: counter, en: counter },
  unit: '',
  role: null,
  nature: null,
  capacity: [],
  queue,
  fromMs: 0,
  stepMs: 1_000,
  cadenceMs: 1_000,
  values: [1],
})
const monitor = (id: string): RunMonitoring['monitors'][number] => ({
  id,
  name: id,
  type: 'redis',
  typeNames: { zh: '', en: '' },
  category: 'cache',
  nodes: [id],
  sections: {},
  isDeleted: false,
  collector: '',
  clockOffsetMs: null,
})
const chart = (monitorId: string, indexes: number[]): RunMonitoring['charts'][number] => ({
  monitorId,
  names: { zh: '', en: '' },
  unit: '',
  style: 'line',
  series: indexes,
})
const gap = (monitorId: string): RunMonitoring['gaps'][number] => ({
  monitorId,
  section: '',
  cause: 'stopped',
  params: {},
  fromMs: 0,
  untilMs: null,
})
const whole: RunMonitoring = {
  ...noMonitoring,
  monitors: [monitor('a'), monitor('b')],
  series: [
    series('a', 'pool', 1),
    series('a', 'waiting', null),
    series('b', 'used', 3),
    series('b', 'queue', null),
  ],
  charts: [chart('a', [0, 1]), chart('b', [2, 3])],
  gaps: [gap('a'), gap('b')],
}

it('of some monitors charts and queues point to the series that are left', () => {
  const only = onlyMonitors(whole, new Set(['b']))
  expect(only.monitors.map(({ id }) => id)).toEqual(['b'])
  expect(only.series.map(({ counter, queue }) => [counter, queue])).toEqual([
    ['used', 1],
    ['queue', null],
  ])
  expect(only.charts).toEqual([chart('b', [0, 1])])
  expect(only.gaps).toEqual([gap('b')])
})

it('two parts together are the whole again', () => {
  const [a, b] = ['a', 'b'].map(id => onlyMonitors(whole, new Set([id])))
  expect(joinedMonitoring(a ?? noMonitoring, b ?? noMonitoring)).toEqual(whole)
})
