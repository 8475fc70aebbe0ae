/**
 * The content of JMeter's HTML dashboard as data: its tables and its charts. Times in ms, rates per second, percentages
 * 0 to 100.
 */

/** A line of the APDEX table. */
export interface ApdexFigures {
  /** null = total, which includes transactions, as JMeter's does. */
  label: string | null
  isTransaction: boolean
  count: number
  /** (satisfied + tolerated ÷ 2) ÷ all; failed samples count as neither. */
  apdex: number
  satisfiedMs: number
  toleratedMs: number
}

/** A line of the statistics table. */
export interface StatisticsFigures {
  /** null = total, without transactions. */
  label: string | null
  isTransaction: boolean
  count: number
  failed: number
  errorPercent: number
  meanMs: number
  minMs: number
  maxMs: number
  medianMs: number
  p90Ms: number
  p95Ms: number
  p99Ms: number
  /** JMeter's printed value for the same: its estimate over the last 20,000 samples; null unless requested. */
  legacy: LegacyPercentiles | null
  /** From the first start to the last end; not finite when both are the same instant, as in JMeter. */
  perSecond: number
  /** KiB. */
  receivedKibPerSecond: number
  sentKibPerSecond: number
}

export interface LegacyPercentiles {
  medianMs: number
  p90Ms: number
  p95Ms: number
  p99Ms: number
}

/** A line of the errors table. */
export interface ErrorFigures {
  /** Code and message, or the message of the failed assertion. */
  error: string
  count: number
  percentOfErrors: number
  /** Of all samples but transactions. */
  percentOfSamples: number
}

/** A line of the top 5 errors by sampler. */
export interface TopErrorFigures {
  /** null = total. */
  label: string | null
  count: number
  failed: number
  /** Most frequent first. */
  errors: { error: string; count: number }[]
}

/** One line of a chart. `name` is a label, a code, a group of threads, or a fixed word that the reader translates. */
export interface ChartSeries {
  name: string
  isTransaction: boolean
  /** Only where a label has a line for each. */
  status: 'success' | 'failure' | null
  /** x ascending; over time x is the interval's start, epoch ms. */
  points: [x: number, y: number][]
}

export interface Chart {
  /** Width of an interval on the x axis, in its unit; 0 = x is not an interval. */
  step: number
  series: ChartSeries[]
}

/** Names of the charts are those of JMeter's configuration. */
export const chartNames = [
  'responseTimePercentiles',
  'responseTimeDistribution',
  'activeThreadsOverTime',
  'timeVsThreads',
  'timeVsThreadsAggregated',
  'bytesThroughputOverTime',
  'responseTimesOverTime',
  'responseTimePercentilesOverTime',
  'syntheticResponseTimeDistribution',
  'latenciesOverTime',
  'connectTimeOverTime',
  'responseTimeVsRequest',
  'latencyVsRequest',
  'hitsPerSecond',
  'codesPerSecond',
  'totalTPS',
  'transactionsPerSecond',
] as const
export type ChartName = (typeof chartNames)[number]

export interface DashboardFigures {
  /** First start and last end of all rows, epoch ms; null when there was none. */
  startMs: number | null
  endMs: number | null
  /** Requests without transactions. */
  requests: { count: number; failed: number }
  apdex: ApdexFigures[]
  statistics: StatisticsFigures[]
  errors: ErrorFigures[]
  topErrors: TopErrorFigures[]
  charts: Record<ChartName, Chart>
}

/** The same with only transactions where a table or chart separates them: JMeter's `show_controllers_only`. */
export function transactionsOnly(figures: DashboardFigures): DashboardFigures {
  const charts = Object.entries(figures.charts).map(([name, chart]) => {
    const isPerLabel = chart.series.some(({ isTransaction }) => isTransaction)
    return [name, isPerLabel ? { ...chart, series: chart.series.filter(each => each.isTransaction) } : chart]
  })
  const shown = <T extends { label: string | null; isTransaction: boolean }>(rows: T[]): T[] =>
    rows.filter(({ label, isTransaction }) => label === null || isTransaction)
  return {
    ...figures,
    apdex: shown(figures.apdex),
    statistics: shown(figures.statistics),
    charts: Object.fromEntries(charts) as DashboardFigures['charts'],
  }
}
