/** Brings a chart of the dashboard into the form that is stored and drawn: one x axis for all series, of a bounded size. */
import type { JmeterChart } from '@pone/contract/entities/jmeter-report.ts'
import type { Chart, ChartSeries } from '@pone/jmeter/dashboard/figures.ts'

/** Values of one chart, all series together; series beyond them are left out. */
export const maxChartValues = 40_000
const maxDistributionBars = 200
/** Percentages of the curve of percentiles; finer where it matters. */
const curve = [
  ...Array.from({ length: 90 }, (_, percent) => percent),
  ...Array.from({ length: 100 }, (_, tenth) => 90 + tenth / 10),
]

/** Thousandths are finer than any figure on a page. */
const rounded = (value: number): number => Math.round(value * 1_000) / 1_000

interface Line extends Omit<ChartSeries, 'points'> {
  readonly values: Map<number, number>
}

/** `xOf` gives the x that is stored; `samplesOf` how many samples stand behind a series, by which those to show are chosen. */
export function toChartTable(
  chart: Chart,
  xOf: (x: number) => number,
  samplesOf: (series: ChartSeries) => number,
): JmeterChart {
  const ranked = chart.series
    .map((series, place) => ({ series, place, samples: samplesOf(series) }))
    .sort((a, b) => b.samples - a.samples)
  const xs = new Set<number>()
  const shown: typeof ranked = []
  for (const each of ranked) {
    const own = each.series.points.filter(([x]) => !xs.has(x))
    if (shown.length > 0 && (xs.size + own.length) * (shown.length + 1) > maxChartValues) break
    for (const [x] of own) xs.add(x)
    shown.push(each)
  }
  const axis = [...xs].sort((a, b) => a - b)
  const lines = shown
    .sort((a, b) => a.place - b.place)
    .map(({ series: { points, ...series } }): Line => ({ ...series, values: new Map(points) }))
  return {
    step: chart.step,
    x: axis.map(x => rounded(xOf(x))),
    series: lines.map(({ values, ...series }) => ({
      ...series,
      values: axis.map(x => {
        const value = values.get(x)
        return value === undefined ? null : rounded(value)
      }),
    })),
    omittedSeries: chart.series.length - shown.length,
  }
}

/** Every label's curve at the same percentages: at each, the time of the last point up to it. */
export function evenCurves(chart: Chart): Chart {
  return {
    ...chart,
    series: chart.series.map(series => {
      let at = 0
      return {
        ...series,
        points: curve.map((percent): [number, number] => {
          while ((series.points[at + 1]?.[0] ?? Number.POSITIVE_INFINITY) <= percent) at++
          return [percent, series.points[at]?.[1] ?? 0]
        }),
      }
    }),
  }
}

/** Counts in bars that are wide enough for there to be few of them; a bar where nothing was counted is 0. */
export function widerBars(chart: Chart): Chart {
  const last = Math.max(0, ...chart.series.map(({ points }) => points.at(-1)?.[0] ?? 0))
  let { step } = chart
  while (last / step >= maxDistributionBars) step *= 2
  return {
    step,
    series: chart.series.map(series => {
      const counts = new Map<number, number>()
      for (let x = 0; x <= last; x += step) counts.set(x, 0)
      for (const [x, count] of series.points) {
        const from = x - (x % step)
        counts.set(from, (counts.get(from) ?? 0) + count)
      }
      return { ...series, points: [...counts] }
    }),
  }
}
