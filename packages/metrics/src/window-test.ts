/** Tests the windows of two runs against each other: do they differ by more than they differ among themselves? */
import { shiftInterval } from './hodges-lehmann.ts'
import { type LevelShift, levelShift } from './level-shift.ts'
import { freedomOf, leastPValueOf, mannWhitney, rankTogether } from './mann-whitney.ts'
import { type ShiftPrecision, significant01, smallestChange, studentPrecision } from './smallest-change.ts'
import { studentQuantile } from './student-tail.ts'
import { varianceInflation, withinSeries } from './variance-inflation.ts'
import type { WindowLevel, WindowMetric } from './window-figures.ts'
import { minWindows } from './window-widths.ts'

export interface WindowTest extends ShiftPrecision {
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
/** Beyond the ends of a 95 % interval, on each side. */
const tail01 = 0.025

/**
 * Whether windows of equal elapsed times are compared: what the load, or the target, does alike in both runs then cancels out. `always`
 * where the load of both changed alike; `whereSurer` where it was level and alike, so that the more precise way is taken, which their
 * variation tells and not their difference.
 */
export type Pairing = 'never' | 'always' | 'whereSurer'

export interface WindowTestOptions {
  /** To be chosen before a figure is seen; unless `never`, both runs' windows begin at the same second. */
  readonly pairing?: Pairing
  /** How many tests are corrected together; known before a figure is seen. */
  readonly tests?: number
}

/** null where there are too few windows, or too few requests in them. */
export function testWindows(
  metric: WindowMetric,
  first: TestedWindows,
  second: TestedWindows,
  { pairing = 'never', tests = 1 }: WindowTestOptions = {},
): WindowTest | null {
  const paired = pairing === 'never' ? null : testBy(pairsOf, metric, first, second)
  if (pairing === 'always' && paired !== null) return paired
  const unpaired = testBy(samplesFor(tests), metric, first, second)
  if (paired === null || unpaired === null) return paired ?? unpaired
  const leastOf = (test: WindowTest) => smallestChange(test, tests) ?? Number.POSITIVE_INFINITY
  return leastOf(paired) < leastOf(unpaired) ? paired : unpaired
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

/** The sampler of windows that are not paired. Ranks judge them, unless even complete separation could not be called a change: then the values do. */
const samplesFor =
  (tests: number): Sampler =>
  (firstSeries, secondSeries) => {
    const [first, second] = [[...firstSeries].filter(known), [...secondSeries].filter(known)]
    const pooled = rankTogether(first, second)
    const dependence = varianceInflation([
      inOrder(firstSeries, pooled.ranks, 0),
      inOrder(secondSeries, pooled.ranks, first.length),
    ])
    const inflation = withinSeries(dependence, (first.length + second.length) / 2)
    const leastPValue = leastPValueOf(first.length, second.length, inflation)
    return {
      windows: Math.min(first.length, second.length),
      inflation: dependence,
      judge() {
        if (leastPValue >= significant01 / tests) return judgeByValues(firstSeries, secondSeries)
        const { pValue } = mannWhitney(first, second, { inflation, pooled })
        const { low, high } = shiftInterval(first, second, { inflation })
        const freedom = freedomOf(first.length, second.length, inflation)
        const deviation = (high - low) / (2 * studentQuantile(tail01, freedom))
        const precision = studentPrecision({ deviation, freedom, leastPValue })
        return { pValue, lowDelta: low, highDelta: high, ...precision }
      },
    }
  }

const judgeByValues = (...series: Float64Array[]): Omit<WindowTest, 'windowSeconds'> =>
  judgedBy(levelShift(series))

const judgedBy = ({ pValue, low, high, reach }: LevelShift): Omit<WindowTest, 'windowSeconds'> => ({
  pValue,
  lowDelta: low,
  highDelta: high,
  reach,
  leastPValue: 0,
})

const pairsOf: Sampler = (firstSeries, secondSeries) => {
  const after = (at: number) => secondSeries[at] ?? Number.NaN
  const both = firstSeries.subarray(0, secondSeries.length)
  const differences = both.map((value, at) => after(at) - value)
  const count = differences.filter(known).length
  if (count < minPairs) return null
  // In terms of their sum, as what is large under a high load also differs by more.
  const relative = both.map((value, at) => (after(at) - value) / (after(at) + value || 1))
  return {
    windows: count,
    inflation: varianceInflation([relative]),
    judge: () => ({ ...judgeByValues(differences), pValue: levelShift([relative]).pValue }),
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
