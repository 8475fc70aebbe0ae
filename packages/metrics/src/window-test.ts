/** Tests the windows of two runs against each other: do they differ by more than they differ among themselves? */
import { shiftInterval } from './hodges-lehmann.ts'
import { mannWhitney, rankTogether } from './mann-whitney.ts'
import { pairedTest } from './paired-test.ts'
import { varianceInflation } from './variance-inflation.ts'
import type { WindowLevel, WindowMetric } from './window-figures.ts'
import { minWindows } from './window-widths.ts'

export interface WindowTest {
  /** Two-sided, not corrected for other tests. */
  readonly pValue: number
  /** Where the change lies with 95 % confidence, in the metric's unit. */
  readonly lowDelta: number
  readonly highDelta: number
  readonly windowSeconds: number
}

/** Windows of a run with those that are not to be trusted. */
export interface TestedWindows {
  readonly levels: readonly WindowLevel[]
  /** Whether any of these seconds, both inclusive, is not to be trusted. */
  readonly isSuspect: (fromSecond: number, toSecond: number) => boolean
  /** First second of the span that the windows were cut from. */
  readonly fromSecond: number
}

/** Requests that a window must hold: two beyond the percentile. */
const wantedRequests: Readonly<Record<WindowMetric, number>> = {
  avgMs: 10,
  p50Ms: 10,
  p90Ms: 20,
  p95Ms: 40,
  p99Ms: 200,
  p999Ms: 2_000,
  standardDeviationMs: 40,
  perSecond: 5,
  errorPercent: 10,
  sentBytesPerSecond: 5,
  receivedBytesPerSecond: 5,
}
/** Of rates, which windows without requests have too. */
const rates: ReadonlySet<WindowMetric> = new Set([
  'perSecond',
  'sentBytesPerSecond',
  'receivedBytesPerSecond',
])
/** Share of the windows that must hold as many. */
const wantedShare01 = 0.8
/** Beyond this inflation wider windows are taken, as long as there are that many. */
const tolerableInflation = 2
const comfortableWindows = 16
/** Fewer pairs cannot say anything that survives the correction for many tests. */
const minPairs = 12

/**
 * null where there are too few windows, or too few requests in them. Windows are paired by elapsed time where the runs begin at
 * the same second and their load changed alike: what the load makes of the figures then cancels out. That is for the caller to
 * know before he sees a figure.
 */
export function testWindows(
  metric: WindowMetric,
  first: TestedWindows,
  second: TestedWindows,
  { isPaired = false }: { isPaired?: boolean } = {},
): WindowTest | null {
  const paired = isPaired ? testBy(pairsOf, metric, first, second) : null
  return paired ?? testBy(samplesOf, metric, first, second)
}

/** Values of windows of one width, ready to be judged. */
interface Sample {
  /** Of the run with fewer windows. */
  readonly windows: number
  readonly inflation: number
  readonly judge: () => Omit<WindowTest, 'windowSeconds'>
}

/** Series in order of time, NaN where a window is left out; null when they are too short. */
type Sampler = (firstSeries: Float64Array, secondSeries: Float64Array) => Sample | null

function testBy(
  sampler: Sampler,
  metric: WindowMetric,
  first: TestedWindows,
  second: TestedWindows,
): WindowTest | null {
  let best: (Sample & { windowSeconds: number }) | null = null
  for (const [level, { seconds }] of first.levels.entries()) {
    const firstSeries = seriesOf(metric, level, first)
    const secondSeries = seriesOf(metric, level, second)
    if (firstSeries === null || secondSeries === null) continue
    const sample = sampler(firstSeries, secondSeries)
    if (sample === null || (best !== null && sample.windows < comfortableWindows)) break
    best = { ...sample, windowSeconds: seconds }
    if (best.inflation <= tolerableInflation) break
  }
  return best === null ? null : { ...best.judge(), windowSeconds: best.windowSeconds }
}

const known = (value: number): boolean => !Number.isNaN(value)

const samplesOf: Sampler = (firstSeries, secondSeries) => {
  const [first, second] = [[...firstSeries].filter(known), [...secondSeries].filter(known)]
  const pooled = rankTogether(first, second)
  const inflation = varianceInflation([
    inOrder(firstSeries, pooled.ranks, 0),
    inOrder(secondSeries, pooled.ranks, first.length),
  ])
  return {
    windows: Math.min(first.length, second.length),
    inflation,
    judge() {
      const { pValue } = mannWhitney(first, second, { inflation, pooled })
      const { low, high } = shiftInterval(first, second, { inflation })
      return { pValue, lowDelta: low, highDelta: high }
    },
  }
}

const pairsOf: Sampler = (firstSeries, secondSeries) => {
  const after = (at: number) => secondSeries[at] ?? Number.NaN
  const both = firstSeries.subarray(0, secondSeries.length)
  const differences = Array.from(both, (value, at) => after(at) - value).filter(known)
  if (differences.length < minPairs) return null
  // In terms of their sum, as what is large under a high load also differs by more.
  const relative = both.map((value, at) => (after(at) - value) / (after(at) + value || 1))
  const changes = [...relative].filter(known)
  const inflation = varianceInflation([relative])
  return {
    windows: differences.length,
    inflation,
    judge() {
      const { low, high } = pairedTest(differences, { inflation })
      return { pValue: pairedTest(changes, { inflation }).pValue, lowDelta: low, highDelta: high }
    },
  }
}

function seriesOf(
  metric: WindowMetric,
  level: number,
  { levels, isSuspect, fromSecond }: TestedWindows,
): Float64Array | null {
  const windows = levels[level]
  if (windows === undefined) return null
  const { seconds, counts, figures } = windows
  const firstSecond = Math.ceil(fromSecond / seconds) * seconds
  const wanted = wantedRequests[metric]
  const isRate = rates.has(metric)
  const series = new Float64Array(counts.length)
  let trusted = 0
  let requests = 0
  let full = 0
  for (const [at, count] of counts.entries()) {
    const from = firstSecond + at * seconds
    if (isSuspect(from, from + seconds - 1)) {
      series[at] = Number.NaN
      continue
    }
    trusted += 1
    requests += count
    if (count >= wanted) full += 1
    series[at] = isRate || count >= wanted ? (figures[metric][at] ?? 0) : Number.NaN
  }
  const isEnough = isRate
    ? trusted >= minWindows && requests >= wanted * trusted
    : full >= minWindows && full >= wantedShare01 * trusted
  return isEnough ? series : null
}

/** The ranks where the values stand in time; ranks are those of the values without gaps. */
function inOrder(series: Float64Array, ranks: Float64Array, offset: number): Float64Array {
  let next = offset
  return series.map(value => (Number.isNaN(value) ? value : (ranks[next++] ?? 0)))
}
