import { stateAt } from '@pone/contract/entities/flow-report-instant.ts'
import { expect, test } from 'vitest'
import { idOf } from '../../../test-runs.ts'
import { lastMs, liveAt, statesOf, worstSpans } from './flow-model.ts'
import { testReport } from './test-flow-report.ts'

const report = testReport()
const [first] = report.health
const twoMonitors = [
  ...report.health,
  ...testReport({
    health: [
      {
        monitorId: idOf(5),
        changes: [
          [0, 'waiting'],
          [2_000, 'up'],
        ],
      },
    ],
  }).health,
]

test('a state holds from its change to the next one', () => {
  const states = [0, 999, 1_000, 4_999, 5_000, 99_000].map(at => first && stateAt(first, at))
  expect(states).toEqual(['waiting', 'waiting', 'up', 'up', 'down', 'down'])
})

test('at an instant a counter has the highest value of its series, or none', () => {
  const valuesAt = (at: number) =>
    liveAt(report, at).monitors[0]?.values.map(({ value, series: n }) => [value, n])
  expect(valuesAt(400)).toEqual([[null, 2]])
  expect(valuesAt(500)).toEqual([[2, 2]])
  expect(valuesAt(1_600)).toEqual([[5, 2]])
  expect(valuesAt(2_600)).toEqual([[null, 2]])
})

test('the worst state of all monitors is told from change to change', () => {
  const spans = worstSpans({ health: twoMonitors, lengthMs: 8_000 })
  expect(spans.map(({ state, fromMs, toMs }) => [state, fromMs, toMs])).toEqual([
    ['waiting', 0, 1_000],
    ['up', 1_000, 5_000],
    ['down', 5_000, 8_000],
  ])
  expect(statesOf(spans)).toEqual(['waiting', 'up', 'down'])
  expect(worstSpans({ health: [], lengthMs: 5 })).toEqual([])
})

test('the slider begins where the series that are still collected have their last value', () => {
  const { monitoring } = report
  const lastOf = (...all: (number | null)[][]) => {
    const series = all.flatMap(values => monitoring.series.slice(0, 1).map(each => ({ ...each, values })))
    return lastMs({ lengthMs: 20_000, monitoring: { ...monitoring, series } })
  }
  const twelve = Array.from({ length: 12 }, () => 1)
  expect(lastOf(twelve, twelve.slice(0, 10))).toBe(9_000)
  expect(lastOf(twelve, [1, 2])).toBe(11_000)
  expect(lastOf([null])).toBe(20_000)
  expect(lastMs({ lengthMs: 400, monitoring: { ...monitoring, series: [] } })).toBe(400)
})
