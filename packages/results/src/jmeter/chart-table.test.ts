import type { Chart } from '@pone/jmeter/dashboard/figures.ts'
import { expect, test } from 'vitest'
import { evenCurves, maxChartValues, toChartTable, widerBars } from './chart-table.ts'
import { granularityFor } from './granularity.ts'

const chart = (step: number, ...series: [number, number][][]): Chart => ({
  step,
  series: series.map((points, place) => ({
    name: `s${place}`,
    isTransaction: false,
    status: null,
    points,
  })),
})
const one = () => 1

test('series with points at different places share one axis, with nothing where they have none', () => {
  const table = toChartTable(
    chart(
      1,
      [[1, 10.12345]],
      [
        [0, 5],
        [1, 6],
      ],
    ),
    x => x * 2,
    one,
  )
  expect(table.x).toEqual([0, 2])
  expect(table.series.map(({ values }) => values)).toEqual([
    [null, 10.123],
    [5, 6],
  ])
})

test('of too many series those with the most samples stay, in their order, and the rest is counted', () => {
  const points = Array.from({ length: 1_000 }, (_, x): [number, number] => [x, x])
  const { series, x, omittedSeries } = toChartTable(
    chart(1, ...Array.from({ length: 60 }, () => points)),
    each => each,
    ({ name }) => Number(name.slice(1)),
  )
  expect(series.length * x.length).toBeLessThanOrEqual(maxChartValues)
  expect([series[0]?.name, series.at(-1)?.name]).toEqual([`s${60 - series.length}`, 's59'])
  expect(omittedSeries).toBe(60 - series.length)
})

test('one series alone is kept however long it is', () => {
  const points = Array.from({ length: maxChartValues + 1 }, (_, x): [number, number] => [x, x])
  expect(toChartTable(chart(1, points), x => x, one).series).toHaveLength(1)
})

test('a curve has at each percentage the time that so many percent reached', () => {
  const [curve] = evenCurves(
    chart(0, [
      [0, 10],
      [49.9, 10],
      [50, 20],
      [99.8, 20],
      [99.9, 70],
    ]),
  ).series
  const at = new Map(curve?.points)
  expect([at.get(0), at.get(49), at.get(50), at.get(99), at.get(99.9)]).toEqual([10, 10, 20, 20, 70])
})

test('wider bars hold the same counts', () => {
  const points = Array.from({ length: 5_000 }, (_, index): [number, number] => [index * 100, 2])
  const { step, series } = widerBars(chart(100, points, [[300, 7]]))
  expect(step).toBe(3_200)
  const sum = (place: number) => series[place]?.points.reduce((all, [, count]) => all + count, 0)
  expect([sum(0), sum(1)]).toEqual([10_000, 7])
  expect(series[0]?.points.length).toBeLessThanOrEqual(200)
})

test.each([
  [0, 1_000],
  [200_000, 1_000],
  [201_000, 2_000],
  [86_400_000, 600_000],
  [7 * 86_400_000, 3_600_000],
])('charts over %d ms have intervals of %d ms', (durationMs, stepMs) => {
  expect(granularityFor(durationMs)).toBe(stepMs)
})
