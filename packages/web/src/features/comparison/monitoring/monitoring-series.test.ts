import type { RunMonitoringView } from '@pone/contract/entities/run-monitoring.ts'
import { expect, test } from 'vitest'
import { comparedCounters } from './monitoring-series.ts'

const monitorId = '00000000-0000-4000-8000-000000000001'

function monitored(number: number, fromMs: number, stepMs: number, values: (number | null)[]) {
  const series = (counter: string, role: 'utilisation' | 'work') => ({
    monitorId,
    section: 'cpu',
    counter,
    labels: {},
    names: { zh: counter, en: counter },
    unit: '%',
    role,
    nature: null,
    capacity: [],
    queue: null,
    fromMs,
    stepMs,
    cadenceMs: stepMs,
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
    series: [series('busy', 'utilisation'), series('requests', 'work')],
    charts: [],
    gaps: [],
    omitted: 0,
    edges: [],
    notes: [],
  }
  return { run: { id: `run ${number}`, number, color: `name${number}` as 'name1' }, monitoring }
}

test('a counter of both runs is one chart on the time since their starts, with gaps kept', () => {
  const { charts, omitted } = comparedCounters(
    [monitored(1, 400, 1_000, [10, null, 30]), monitored(2, 900, 1_000, [11, 12, 13, 14])],
    'en',
  )
  expect(omitted).toBe(0)
  expect(charts).toMatchObject([
    {
      title: 'Host · busy',
      unit: 'percent',
      seconds: [0, 1, 2, 3, 4],
      series: [
        { label: '#1', values: [10, null, 30, null, null] },
        { label: '#2', values: [11, 12, 13, 14, null] },
      ],
    },
  ])
})

test('where one run was collected more rarely, both have its step', () => {
  const [chart] = comparedCounters(
    [monitored(1, 0, 1_000, [1, 2, 3, 4]), monitored(2, 0, 2_000, [5, 6])],
    'en',
  ).charts
  expect(chart?.step).toBe(2)
  expect(chart?.series.map(({ values }) => values)).toEqual([
    [1, 3],
    [5, 6],
  ])
})
