/** Draws the dashboard's charts from what was counted. */
import type { Histogram } from '@pone/metrics/histogram.ts'
import type { Buckets } from './buckets.ts'
import type { ByRate, RateCell } from './by-rate.ts'
import type { Chart, ChartName, ChartSeries } from './figures.ts'
import type { Interval, LabelInterval } from './interval.ts'
import type { LabelFigures } from './label-figures.ts'
import type { ThreadsCell } from './threads-cell.ts'

/** What the charts are made of; labels by their place. */
export interface Counted {
  readonly labels: readonly LabelFigures[]
  readonly intervals: Buckets<Interval>
  readonly threads: Buckets<ThreadsCell>
  readonly byRate: ByRate
  /** Requests that were satisfied, tolerated, neither, or failed. */
  readonly synthetic: ArrayLike<number>
}

type Points = ChartSeries['points']

const distributionStepMs = 100
const percentiles = [50, 90, 95, 99]
/** Percentiles of the curve: 0, 0.1 … 99.9. */
const curveSteps = 1_000

/** All charts; a series without a point is left out. */
export function chartsOf(counted: Counted): Record<ChartName, Chart> {
  const { labels } = counted
  const intervals = counted.intervals.entries()
  const stepMs = counted.intervals.step
  const stepSeconds = stepMs / 1_000
  const { step: rateStep, rates } = counted.byRate.rates()
  const overTime = (series: ChartSeries[]): Chart => ({ step: stepMs, series: series.filter(hasPoints) })
  const perLabel = (value: (sums: LabelInterval) => number): Chart =>
    overTime(
      labels.map((figures, place) => ({
        ...nameOf(figures),
        points: intervals.flatMap(([x, { labels: sums }]): Points => {
          const own = sums[place]
          return own === undefined ? [] : [[x, value(own)]]
        }),
      })),
    )
  const total = (value: (interval: Interval) => number | null): Points =>
    intervals.flatMap(([x, interval]): Points => {
      const y = value(interval)
      return y === null ? [] : [[x, y]]
    })
  const rate = (value: (interval: Interval) => number): Points =>
    total(interval => (value(interval) === 0 ? null : value(interval) / stepSeconds))
  const ofTimes = (read: (times: Histogram, interval: Interval) => number): Points =>
    total(interval => (interval.passedTimes === null ? null : read(interval.passedTimes, interval)))
  const sumOf = (interval: Interval, status: 'passed' | 'failed'): number =>
    interval.labels.reduce((sum, label) => sum + (label?.[status] ?? 0), 0)
  return {
    responseTimePercentiles: {
      step: 0,
      series: labels.map(each => ({ ...nameOf(each), points: curveOf(each.times) })).filter(hasPoints),
    },
    responseTimeDistribution: {
      step: distributionStepMs,
      series: labels.map(each => ({ ...nameOf(each), points: distributionOf(each.times) })).filter(hasPoints),
    },
    activeThreadsOverTime: overTime(
      keysOf(intervals, 'threads').map(group =>
        plain(
          group,
          total(({ threads }) => {
            const mean = threads.get(group)
            return mean === undefined ? null : mean.sum / mean.count
          }),
        ),
      ),
    ),
    timeVsThreads: threadsChart(counted, false),
    timeVsThreadsAggregated: threadsChart(counted, true),
    bytesThroughputOverTime: overTime([
      plain(
        'received',
        rate(({ receivedBytes }) => receivedBytes),
      ),
      plain(
        'sent',
        rate(({ sentBytes }) => sentBytes),
      ),
    ]),
    responseTimesOverTime: perLabel(({ elapsedMs, count }) => elapsedMs / count),
    responseTimePercentilesOverTime: overTime([
      plain(
        'min',
        ofTimes((_, { minMs }) => minMs),
      ),
      plain(
        'max',
        ofTimes((_, { maxMs }) => maxMs),
      ),
      ...percentiles.map(percentile =>
        plain(
          percentile === 50 ? 'median' : `p${percentile}`,
          ofTimes((times, { minMs, maxMs }) => times.valueAtPercentile(percentile, minMs, maxMs)),
        ),
      ),
    ]),
    syntheticResponseTimeDistribution: {
      step: 0,
      series: ['satisfied', 'tolerated', 'untolerated', 'failed'].map((name, x) =>
        plain(name, [[x, counted.synthetic[x] ?? 0]]),
      ),
    },
    latenciesOverTime: perLabel(({ latencyMs, count }) => latencyMs / count),
    connectTimeOverTime: perLabel(({ connectMs, count }) => connectMs / count),
    responseTimeVsRequest: { step: rateStep, series: byRate(rates, 'times') },
    latencyVsRequest: { step: rateStep, series: byRate(rates, 'latencies') },
    hitsPerSecond: overTime([
      plain(
        'hits',
        rate(({ hits }) => hits),
      ),
    ]),
    codesPerSecond: overTime(
      keysOf(intervals, 'codes').map(code =>
        plain(
          code,
          rate(({ codes }) => codes.get(code) ?? 0),
        ),
      ),
    ),
    totalTPS: overTime([
      {
        ...plain(
          'transactions',
          rate(interval => sumOf(interval, 'passed')),
        ),
        status: 'success',
      },
      {
        ...plain(
          'transactions',
          rate(interval => sumOf(interval, 'failed')),
        ),
        status: 'failure',
      },
    ]),
    transactionsPerSecond: overTime(
      labels.flatMap((figures, place): ChartSeries[] => [
        {
          ...nameOf(figures),
          status: 'success',
          points: rate(interval => interval.labels[place]?.passed ?? 0),
        },
        {
          ...nameOf(figures),
          status: 'failure',
          points: rate(interval => interval.labels[place]?.failed ?? 0),
        },
      ]),
    ),
  }
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
