import type { RunMonitoringView } from '@pone/contract/entities/run-monitoring.ts'
import { expect, test } from 'vitest'
import { monitoringCharts } from './monitored-charts.ts'

const monitorId = '00000000-0000-4000-8000-000000000001'
const series = (counter: string, values: (number | null)[]): RunMonitoringView['series'][number] => ({
  monitorId,
  section: 'disks',
  counter,
  labels: { device: 'sda' },
  names: { zh: counter, en: counter },
  unit: 's/s',
  role: null,
  nature: null,
  capacity: [],
  queue: null,
  fromMs: 400,
  stepMs: 2_000,
  cadenceMs: 2_000,
  values,
})
const monitoring: RunMonitoringView = {
  links: [],
  monitors: [
    {
      id: monitorId,
      name: 'Host',
      type: 'host',
      typeNames: { zh: '主机', en: 'Host' },
      category: 'host',
      nodes: [],
      sections: {},
      isDeleted: false,
      collector: '',
      clockOffsetMs: null,
    },
  ],
  series: [series('busy', [0.5, null, 0.25, null]), series('idle', [0.5, 0.5, null, null])],
  charts: [
    { monitorId, names: { zh: '磁盘', en: 'Disk' }, unit: 's/s', style: 'line', series: [0, 1] },
    { monitorId, names: { zh: '无', en: 'None' }, unit: '', style: 'line', series: [9] },
  ],
  gaps: [
    { monitorId, section: '', cause: 'stopped', params: {}, fromMs: 6_000, untilMs: null },
    { monitorId, section: 'cpu', cause: 'timedOut', params: {}, fromMs: 0, untilMs: 1_000 },
  ],
  omitted: 0,
  edges: [],
  notes: [],
}

test('values stand at their instants of the run in the unit of the chart, gaps with their cause', () => {
  const charts = monitoringCharts(monitoring, { language: 'en', endSecond: 8, isLive: false })
  expect(charts).toMatchObject([
    {
      title: 'Host · Disk',
      unit: 'percent',
      seconds: [0.4, 2.4, 4.4, 6.4],
      step: 2,
      series: [
        { label: 'sda · busy', values: [50, null, 25, null] },
        { label: 'sda · idle', values: [50, 50, null, null] },
      ],
      bands: [{ from: 6, to: 8, label: 'the monitor was stopped', tone: 'off' }],
    },
  ])
})

test('while the run goes on, charts end with the last value that was received', () => {
  const [chart] = monitoringCharts(monitoring, { language: 'en', endSecond: 8, isLive: true })
  expect(chart?.seconds).toEqual([0.4, 2.4, 4.4])
  expect(chart?.series.map(({ values }) => values.length)).toEqual([3, 3])
})
