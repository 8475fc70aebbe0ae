/** How a resource is used by work: the utilisation law before the knee, the rate at which it would be full, and where it stands after the knee. */
import type { LoadWindow, ObservedResource, Reading } from './observation.ts'
import { type Estimate, medianOf, type RobustLine, ranksOf, shareOf, theilSen, z975 } from './robust.ts'
import { verdictRules } from './rules.ts'

/** A reading beside the load of the time that it stands for. */
export interface JoinedReading {
  readonly atMs: number
  /** Share of the capacity in use, 0 to 1; of a resource without capacity the value itself. */
  readonly used: number
  readonly waiting: number | null
  readonly load: number
  readonly tps: number
}

/** By how much the readings before the knee scatter, all as shares of the capacity: what the power of a criterion rests on. */
interface Scatter {
  /** Values that the correlation and the line rest on; their throughput's standard deviation, in requests per second. */
  readonly points: number
  readonly tpsDeviation: number
  /** Standard deviation of a value around what its throughput explains. */
  readonly deviation: number
  /** Standard errors of the slope, per request per second, and of the mean; the mean throughput. */
  readonly slopeError: number
  readonly meanError: number
  readonly meanTps: number
}

export interface ResourceUsage {
  readonly resource: ObservedResource
  readonly readings: readonly JoinedReading[]
  /** Whether each reading is nothing or all of it, such as a lock that is held or not: its use is the share of ones. */
  readonly isGauge: boolean
  /** Share in use without load, and requests per second that would fill it, by U = U₀ + D·X. */
  readonly idle01: number
  readonly ceiling: Estimate | null
  /** The least that the ceiling can be if the readings are a little behind a climbing load. */
  readonly leastCeiling: number | null
  /** Spearman's rank correlation of use and throughput before the knee. */
  readonly correlation: number
  /** Medians, of gauges means, as shares of the capacity: at the lowest loads, and beyond the knee. */
  readonly levelBefore: number
  readonly levelAfter: number
  /** Share of the readings beyond the knee that show it full. */
  readonly fullAfter01: number
  /** Medians of the queue, in requests; null where none was read. */
  readonly queueBefore: number | null
  readonly queueAfter: number | null
  /** Readings that the law rests on, and those beyond the knee. */
  readonly readingsBefore: number
  readonly readingsAfter: number
  readonly scatter: Scatter
}

/** Readings with the means of the windows that they stand for; those in suspect windows, or before the first, are left out. */
export function joinReadings(
  resource: ObservedResource,
  windows: readonly LoadWindow[],
  windowMs: number,
): JoinedReading[] {
  const queueAt = new Map(resource.queue?.map(({ atMs, value }) => [atMs, value]))
  const joined: JoinedReading[] = []
  for (const { atMs, value } of resource.used) {
    const capacity = capacityAt(resource, atMs)
    const covered = windows.filter(
      window => window.atMs + windowMs > atMs - resource.intervalMs && window.atMs < atMs,
    )
    if (covered.length === 0 || covered.some(({ isSuspect }) => isSuspect) || !Number.isFinite(value))
      continue
    let [weights, load, tps] = [0, 0, 0]
    for (const window of covered) {
      const overlap =
        Math.min(window.atMs + windowMs, atMs) - Math.max(window.atMs, atMs - resource.intervalMs)
      weights += overlap
      load += overlap * window.load
      tps += overlap * window.tps
    }
    const waiting = queueAt.get(atMs) ?? null
    joined.push({ atMs, used: value / capacity, waiting, load: load / weights, tps: tps / weights })
  }
  return joined
}

function capacityAt({ capacity }: ObservedResource, atMs: number): number {
  if (capacity === null) return 1
  if (typeof capacity === 'number') return capacity
  const known: Reading | undefined = capacity.findLast(reading => reading.atMs <= atMs) ?? capacity[0]
  return known?.value ?? Number.NaN
}

/** `kneeLoad` and `plateau` of the fitted knee. */
export function usageOf(
  resource: ObservedResource,
  readings: readonly JoinedReading[],
  { kneeLoad, plateau, lastLoad }: { kneeLoad: number; plateau: number; lastLoad: number },
): ResourceUsage {
  const before = readings.filter(
    ({ load, tps }) => load < kneeLoad && tps < verdictRules.beforeShare * plateau,
  )
  const after = readings.filter(({ load }) => load >= Math.min(1.1 * kneeLoad, 0.98 * lastLoad))
  const early = readings.filter(({ load }) => load < 0.6 * kneeLoad)
  const isGauge = isGaugeOf(resource, readings)
  // A count that is read at an instant is noisier than a mean over the interval.
  const isMean = resource.nature === 'busy' || isGauge
  const width = isMean ? 1 : Math.max(1, Math.min(5, Math.floor(before.length / 8)))
  const used = averaged(
    before.map(reading => reading.used),
    width,
  )
  const tps = averaged(
    before.map(reading => reading.tps),
    width,
  )
  const line = before.length >= verdictRules.minReadings ? theilSen(tps, used) : null
  const idle01 = line === null ? 0 : Math.max(0, line.intercept)
  const hasCeiling = line !== null && resource.capacity !== null
  const lineCeiling = hasCeiling ? ceilingOf(line.slope, line.intercept) : null
  const ceiling = hasCeiling && isGauge ? gaugeCeiling(before) : lineCeiling
  const level = isGauge ? meanOf : medianOf
  const median = (values: readonly (number | null)[]) => {
    const known = values.filter(value => value !== null)
    return known.length === 0 ? null : medianOf(known)
  }
  return {
    resource,
    readings,
    isGauge,
    idle01,
    ceiling,
    leastCeiling:
      hasCeiling && ceiling !== null
        ? leastCeilingOf(line, before, { isHeld: isGauge || resource.nature === 'held' })
        : null,
    correlation: spearman(tps, used),
    levelBefore: level(early.map(reading => reading.used)),
    levelAfter: level(after.map(reading => reading.used)),
    fullAfter01: after.filter(reading => reading.used >= verdictRules.minLevel).length / after.length,
    queueBefore: median(early.map(({ waiting }) => waiting)),
    queueAfter: median(after.map(({ waiting }) => waiting)),
    readingsBefore: before.length,
    readingsAfter: after.length,
    scatter: scatterOf({ used, tps, line, before, units: isGauge ? 1 : unitsOf(resource), plateau }),
  }
}

/** A lock that nobody says the capacity of is no gauge of use: its readings are of what waits. */
const isGaugeOf = ({ nature }: ObservedResource, readings: readonly JoinedReading[]): boolean =>
  (nature === 'busy' || nature === 'held') &&
  readings.length > 0 &&
  readings.every(({ used }) => used === 0 || used === 1)

/** Units that a count at an instant has; a mean over an interval has no error of counting. */
const unitsOf = ({ nature, capacity }: ObservedResource): number =>
  nature === 'held' && typeof capacity === 'number' ? capacity : Number.POSITIVE_INFINITY

function scatterOf(values: {
  readonly used: readonly number[]
  readonly tps: readonly number[]
  readonly line: RobustLine | null
  readonly before: readonly JoinedReading[]
  readonly units: number
  readonly plateau: number
}): Scatter {
  const { used, tps, line, before, units, plateau } = values
  const slope = line?.slope.value ?? 0
  const rests = used.map((each, index) => each - slope * (tps[index] ?? 0))
  // Of each unit that is held with probability u the variance is u(1 − u); as many readings were averaged as make a value.
  const expected = before.map(reading => Math.min(1, reading.tps / plateau))
  const counting = meanOf(expected.map(share => share * (1 - share))) / units
  const width = before.length / Math.max(1, used.length)
  const deviation = Math.sqrt(Math.max(varianceOf(rests), counting / width))
  return {
    points: used.length,
    tpsDeviation: Math.sqrt(varianceOf(tps)),
    deviation,
    slopeError: line === null ? Number.POSITIVE_INFINITY : (line.slope.high - line.slope.low) / (2 * z975),
    meanError: deviation / Math.sqrt(used.length),
    meanTps: meanOf(before.map(reading => reading.tps)),
  }
}

/** Means of so many neighbours. */
const averaged = (values: readonly number[], width: number): number[] =>
  Array.from({ length: Math.floor(values.length / width) }, (_, index) =>
    meanOf(values.slice(index * width, (index + 1) * width)),
  )

/** The rate at which the line reaches the capacity; the interval is that of the slope. */
function ceilingOf(slope: Estimate, intercept: number): Estimate | null {
  const at = (value: number) =>
    value > 0 ? (1 - Math.min(0.95, intercept)) / value : Number.POSITIVE_INFINITY
  if (!(slope.value > 0)) return null
  return { value: at(slope.value), low: at(slope.high), high: at(slope.low) }
}

/** Throughput ÷ share of ones, with the error of counting them; null where none was seen. */
function gaugeCeiling(before: readonly JoinedReading[]): Estimate | null {
  const share = shareOf(
    before.reduce((sum, { used }) => sum + used, 0),
    before.length,
  )
  if (share.value === 0) return null
  const tps = meanOf(before.map(reading => reading.tps))
  return { value: tps / share.value, low: tps / share.high, high: tps / share.low }
}

/** Whether the interval of a ceiling is so narrow that it can be told. */
export const isTold = (ceiling: Estimate | null): ceiling is Estimate =>
  ceiling !== null &&
  Number.isFinite(ceiling.value) &&
  ceiling.high <= verdictRules.maxCeilingWidth * ceiling.low

/** The least that the ceiling can be if the readings are as far behind a climbing load as they can be. */
function leastCeilingOf(
  { slope, intercept }: RobustLine,
  before: readonly JoinedReading[],
  { isHeld }: { readonly isHeld: boolean },
): number {
  if (isHeld) {
    // By Little's law; a mean of counts at instants scatters less than a slope through them, and does not bend near the knee.
    const [tps, used] = [
      meanOf(before.map(reading => reading.tps)),
      meanOf(before.map(reading => reading.used)),
    ]
    return tps / (used * (1 + behindTpsOf(before) / tps))
  }
  if (intercept >= 0) return (1 - Math.min(0.95, intercept)) / slope.value
  // Nothing is used less than not at all: a line that begins below is moved by the delay, which does not turn it, or by chance.
  return (1 - Math.min(0, intercept + slope.value * behindTpsOf(before))) / slope.value
}

/** By how much throughput grows while readings are as far behind as they can be. */
function behindTpsOf(before: readonly JoinedReading[]): number {
  const climb = theilSen(
    before.map(({ atMs }) => atMs),
    before.map(reading => reading.tps),
  )
  return Math.max(0, climb?.slope.value ?? 0) * verdictRules.maxLagMs
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

function varianceOf(values: readonly number[]): number {
  const mean = meanOf(values)
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1)
}

function spearman(x: readonly number[], y: readonly number[]): number {
  const [a, b] = [ranksOf(x), ranksOf(y)]
  const middle = (x.length + 1) / 2
  let [products, first, second] = [0, 0, 0]
  for (let at = 0; at < a.length; at++) {
    const [one, other] = [(a[at] ?? 0) - middle, (b[at] ?? 0) - middle]
    products += one * other
    first += one * one
    second += other * other
  }
  return first === 0 || second === 0 ? 0 : products / Math.sqrt(first * second)
}
