import type { JmeterChart } from '@pone/contract/entities/jmeter-report.ts'
import { expect, test } from 'vitest'
import { labelsByCount, seriesOf } from './chart-series.ts'

const t = (key: string, params: object = {}) => `${key} ${Object.values(params).join(' ')}`.trim()
const chart = (...names: string[]): JmeterChart => ({
  step: 1,
  x: [0],
  series: names.map(name => ({ name, isTransaction: false, status: null, values: [1] })),
  omittedSeries: 0,
})

test('a label has the same colour on every chart, and labels that are not chosen are not shown', () => {
  const chosen = ['pay', 'home']
  const first = seriesOf('responseTimesOverTime', chart('home', 'search', 'pay'), chosen, t)
  const second = seriesOf('latenciesOverTime', chart('pay'), chosen, t)
  expect(first.map(({ label, color }) => [label, color])).toEqual([
    ['home', 'name2'],
    ['pay', 'name1'],
  ])
  expect(second[0]?.color).toBe('name1')
})

test('a response code equal to a word of the interface is shown as a code, and an empty one is described in words', () => {
  const [code, none] = seriesOf('codesPerSecond', chart('sent', ''), [], t)
  expect([code?.label, none?.label]).toEqual(['sent', 'jmeterReport.series.noCode'])
})

test('failures of a label have another name and colour than its successes', () => {
  const both = chart('home', 'home')
  const series = both.series.map((each, place) => ({
    ...each,
    status: place === 0 ? ('success' as const) : ('failure' as const),
  }))
  const [passed, failed] = seriesOf('transactionsPerSecond', { ...both, series }, ['home'], t)
  expect(passed?.key).not.toBe(failed?.key)
  expect([passed?.color, failed?.color]).toEqual(['name1', 'errors'])
  expect(failed?.label).toContain('jmeterReport.series.failures')
})

test('labels are sorted by number of samples, without the total', () => {
  const lines = [
    { label: null, count: 9 },
    { label: 'few', count: 2 },
    { label: 'many', count: 7 },
  ]
  expect(labelsByCount(lines)).toEqual(['many', 'few'])
})
