/** Computes the dashboard's charts from the counts. */
import type { Histogram } from '@pone/metrics/histogram.ts'
import type { Buckets } from './buckets.ts'
import type { ByRate, RateCell } from './by-rate.ts'
import type { Chart, ChartName, ChartSeries } from './figures.ts'
import type { Interval, LabelInterval } from './interval.ts'
import type { LabelFigures } from './label-figures.ts'
import type { ThreadsCell } from './threads-cell.ts'

/** The input of the charts; labels by their index. */
export interface Counted {
  readonly labels: readonly LabelFigures[]
  readonly intervals: Buckets<Interval>
  readonly threads: Buckets<ThreadsCell>
  readonly byRate: ByRate
  /** Satisfied, tolerated, frustrated and failed requests. */
  readonly synthetic: ArrayLike<number>
}

type Points = ChartSeries['points']

const distributionStepMs = 100
const percentiles = [50, 90, 95, 99]
/** Percentiles of the curve: 0, 0.1 … 99.9. */
const curveSteps = 1_000

/** All charts; a series without a point is left out. */
export function chartsOf(counted: Counted): Record<ChartName, Chart> {
  const curves = new Curves(counted)
  return {
    ...wholeRunCharts(counted),
    ...responseTimeCharts(curves),
    ...throughputCharts(counted, curves),
    activeThreadsOverTime: curves.chart(
      keysOf(curves.intervals, 'threads').map(group =>
        plain(
          group,
          curves.points(({ threads }) => {
            const mean = threads.get(group)
            return mean === undefined ? null : mean.sum / mean.count
          }),
        ),
      ),
    ),
  }
}

/** Derives points over time from the intervals. */
class Curves {
  readonly intervals: readonly [number, Interval][]
  readonly #stepMs: number
  readonly #labels: readonly LabelFigures[]

  constructor({ intervals, labels }: Counted) {
    this.intervals = intervals.entries()
    this.#stepMs = intervals.step
    this.#labels = labels
  }

  chart(series: ChartSeries[]): Chart {
    return { step: this.#stepMs, series: series.filter(hasPoints) }
  }

  /** A point per interval; none where the value is null. */
  points(value: (interval: Interval) => number | null): Points {
    return this.intervals.flatMap(([x, interval]): Points => {
      const y = value(interval)
      return y === null ? [] : [[x, y]]
    })
  }

  /** Per second; no point for an interval without samples. */
  rate(value: (interval: Interval) => number): Points {
    return this.points(interval => (value(interval) === 0 ? null : value(interval) / (this.#stepMs / 1_000)))
  }

  /** Of the response times of successful requests. */
  times(read: (times: Histogram, interval: Interval) => number): Points {
    return this.points(interval =>
      interval.passedTimes === null ? null : read(interval.passedTimes, interval),
    )
  }

  perLabel(value: (sums: LabelInterval) => number): Chart {
    return this.chart(
      this.#labels.map((figures, place) => ({
        ...nameOf(figures),
        points: this.points(({ labels: sums }) => {
          const own = sums[place]
          return own === undefined ? null : value(own)
        }),
      })),
    )
  }
}

/** Charts without a time axis: by percentile, response time, threads, request rate and verdict. */
function wholeRunCharts(counted: Counted) {
  const { labels, synthetic } = counted
  const { step: rateStep, rates } = counted.byRate.rates()
  const ofLabels = (points: (times: Histogram) => Points): ChartSeries[] =>
    labels.map(each => ({ ...nameOf(each), points: points(each.times) })).filter(hasPoints)
  return {
    responseTimePercentiles: { step: 0, series: ofLabels(curveOf) },
    responseTimeDistribution: { step: distributionStepMs, series: ofLabels(distributionOf) },
    timeVsThreads: threadsChart(counted, false),
    timeVsThreadsAggregated: threadsChart(counted, true),
    syntheticResponseTimeDistribution: {
      step: 0,
      series: ['satisfied', 'tolerated', 'untolerated', 'failed'].map((name, x) =>
        plain(name, [[x, synthetic[x] ?? 0]]),
      ),
    },
    responseTimeVsRequest: { step: rateStep, series: byRate(rates, 'times') },
    latencyVsRequest: { step: rateStep, series: byRate(rates, 'latencies') },
  } satisfies Partial<Record<ChartName, Chart>>
}

function responseTimeCharts(curves: Curves) {
  return {
    responseTimesOverTime: curves.perLabel(({ elapsedMs, count }) => elapsedMs / count),
    latenciesOverTime: curves.perLabel(({ latencyMs, count }) => latencyMs / count),
    connectTimeOverTime: curves.perLabel(({ connectMs, count }) => connectMs / count),
    responseTimePercentilesOverTime: curves.chart([
      plain(
        'min',
        curves.times((_, { minMs }) => minMs),
      ),
      plain(
        'max',
        curves.times((_, { maxMs }) => maxMs),
      ),
      ...percentiles.map(percentile =>
        plain(
          percentile === 50 ? 'median' : `p${percentile}`,
          curves.times((times, { minMs, maxMs }) => times.valueAtPercentile(percentile, minMs, maxMs)),
        ),
      ),
    ]),
  } satisfies Partial<Record<ChartName, Chart>>
}

const statuses = [
  { status: 'success', field: 'passed' },
  { status: 'failure', field: 'failed' },
] as const

function throughputCharts({ labels }: Counted, curves: Curves) {
  const sumOf = (interval: Interval, field: 'passed' | 'failed'): number =>
    interval.labels.reduce((sum, label) => sum + (label?.[field] ?? 0), 0)
  const plainRate = (name: string, value: (interval: Interval) => number): ChartSeries =>
    plain(name, curves.rate(value))
  return {
    bytesThroughputOverTime: curves.chart([
      plainRate('received', ({ receivedBytes }) => receivedBytes),
      plainRate('sent', ({ sentBytes }) => sentBytes),
    ]),
    hitsPerSecond: curves.chart([plainRate('hits', ({ hits }) => hits)]),
    codesPerSecond: curves.chart(
      keysOf(curves.intervals, 'codes').map(code => plainRate(code, ({ codes }) => codes.get(code) ?? 0)),
    ),
    totalTPS: curves.chart(
      statuses.map(({ status, field }) => ({
        ...plainRate('transactions', interval => sumOf(interval, field)),
        status,
      })),
    ),
    transactionsPerSecond: curves.chart(
      labels.flatMap((figures, place) =>
        statuses.map(
          ({ status, field }): ChartSeries => ({
            ...nameOf(figures),
            status,
            points: curves.rate(interval => interval.labels[place]?.[field] ?? 0),
          }),
        ),
      ),
    ),
  } satisfies Partial<Record<ChartName, Chart>>
}

const hasPoints = ({ points }: ChartSeries): boolean => points.length > 0
const plain = (name: string, points: Points): ChartSeries => ({
  name,
  isTransaction: false,
  status: null,
  points,
})
const nameOf = ({ label, isTransaction }: LabelFigures): Omit<ChartSeries, 'points'> => ({
  name: label ?? '',
  isTransaction,
  status: null,
})

const keysOf = (intervals: readonly [number, Interval][], of: 'threads' | 'codes'): string[] => [
  ...new Set(intervals.flatMap(([, interval]) => [...interval[of].keys()])),
]

/** For each tenth of a percent the first time beyond it; equal neighbours are one flat line between two points. */
function curveOf(times: Histogram): Points {
  const points: Points = []
  const { count } = times
  let step = 0
  let seen = 0
  for (const { lowestUs, highestUs, count: own } of times.slots()) {
    seen += own
    const first = step
    while (step < curveSteps && step * count < seen * curveSteps) step++
    if (step === first) continue
    const valueMs = (lowestUs + highestUs) / 2
    points.push([first / 10, valueMs])
    if (step - 1 > first) points.push([(step - 1) / 10, valueMs])
  }
  return points
}

function distributionOf(times: Histogram): Points {
  const counts = new Map<number, number>()
  for (const { lowestUs: lowestMs, count } of times.slots()) {
    const from = lowestMs - (lowestMs % distributionStepMs)
    counts.set(from, (counts.get(from) ?? 0) + count)
  }
  return [...counts]
}

function threadsChart({ labels, threads }: Counted, isAggregated: boolean): Chart {
  const cells = threads.entries()
  const series = labels.map((figures, place): ChartSeries => {
    const own = cells.flatMap(([x, cell]) => {
      const sums = cell.labels[place]
      return sums === undefined ? [] : [{ x, ...sums }]
    })
    if (!isAggregated)
      return { ...nameOf(figures), points: own.map(({ x, count, elapsedMs }) => [x, elapsedMs / count]) }
    const add = (field: 'count' | 'threads' | 'elapsedMs') => own.reduce((sum, each) => sum + each[field], 0)
    const count = add('count')
    const points: Points = count === 0 ? [] : [[add('threads') / count, add('elapsedMs') / count]]
    return { ...nameOf(figures), points }
  })
  return { step: isAggregated || threads.step === 1 ? 0 : threads.step, series: series.filter(hasPoints) }
}

const byRate = (rates: readonly [number, RateCell][], of: 'times' | 'latencies'): ChartSeries[] =>
  (['passed', 'failed'] as const)
    .map(status => {
      const name = status === 'passed' ? 'successes' : 'failures'
      const counted = rates.filter(([, cell]) => cell[status].times.count > 0)
      return plain(
        name,
        counted.map(([x, cell]) => [x, cell[status][of].valueAtPercentile(50)]),
      )
    })
    .filter(hasPoints)
