/** Tests the windows of two runs against each other: do they differ by more than they differ among themselves? */
import { shiftInterval } from './hodges-lehmann.ts'
import { mannWhitney, rankTogether } from './mann-whitney.ts'
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

/** null where there are too few windows, or too few requests in them. */
export function testWindows(
  metric: WindowMetric,
  first: TestedWindows,
  second: TestedWindows,
): WindowTest | null {
  let best: (Chosen & { inflation: number }) | null = null
  for (let level = 0; level < first.levels.length; level++) {
    const chosen = choose(metric, level, first, second)
    if (chosen === null) continue
    if (best !== null && Math.min(chosen.first.length, chosen.second.length) < comfortableWindows) break
    const pooled = rankTogether(chosen.first, chosen.second)
    const inflation = varianceInflation([
      inOrder(chosen.firstSeries, pooled.ranks, 0),
      inOrder(chosen.secondSeries, pooled.ranks, chosen.first.length),
    ])
    best = { ...chosen, inflation }
    if (inflation <= tolerableInflation) break
  }
  if (best === null) return null
  const { inflation, seconds } = best
  const { pValue } = mannWhitney(best.first, best.second, { inflation })
  const { low, high } = shiftInterval(best.first, best.second, { inflation })
  return { pValue, lowDelta: low, highDelta: high, windowSeconds: seconds }
}

interface Chosen {
  readonly seconds: number
  readonly first: readonly number[]
  readonly second: readonly number[]
  /** In order of time, NaN where a window is left out. */
  readonly firstSeries: Float64Array
  readonly secondSeries: Float64Array
}

function choose(
  metric: WindowMetric,
  level: number,
  first: TestedWindows,
  second: TestedWindows,
): Chosen | null {
  const firstSeries = seriesOf(metric, level, first)
  const secondSeries = seriesOf(metric, level, second)
  if (firstSeries === null || secondSeries === null) return null
  return {
    seconds: first.levels[level]?.seconds ?? 0,
    first: [...firstSeries].filter(value => !Number.isNaN(value)),
    second: [...secondSeries].filter(value => !Number.isNaN(value)),
    firstSeries,
    secondSeries,
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
