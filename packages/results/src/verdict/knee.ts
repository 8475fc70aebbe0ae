/** Where throughput stops growing: X = min(aN, P) fitted robustly, the interval of its knee by resampling blocks of time. */
import { seededRandom } from '@pone/metrics/simulated-run.ts'
import { type Estimate, medianOf, quantileOf } from './robust.ts'

export interface KneePoint {
  readonly load: number
  readonly tps: number
}

/** `load` in users or arrivals per second, `plateau` in requests per second. */
export interface Knee {
  readonly load: Estimate
  readonly plateau: Estimate
  /** Requests per second for each unit of load before the knee. */
  readonly slope: number
  /** Points that the fit rests on. */
  readonly points: number
  /** Highest throughput against that at the highest loads: throughput that is lost under more load, 0 to 1. */
  readonly lost01: number
}

interface Hinge {
  readonly load: number
  readonly slope: number
  readonly error: number
}

const gridSteps = 60
const resamples = 100
/** More points than these are averaged in neighbours: the knee does not get better by them. */
const maxPoints = 60
/** Points that stay together when resampled, because neighbours resemble each other. */
const blockLength = 4
/** Residuals beyond this many deviations weigh less (Huber). */
const huber = 1.345
const seed = 1

/** The fitted knee of points in order of time, wherever it lies; null for fewer than four points or without load. */
export function fitKnee(points: readonly KneePoint[]): Knee | null {
  const used = averaged(points.filter(({ load, tps }) => load > 0 && Number.isFinite(tps)))
  if (used.length < 4) return null
  const lost01 = lossOf(used)
  const rising = lost01 > 0.1 ? untilPeak(used) : used
  const hinge = fitHinge(rising)
  const random = seededRandom(seed)
  const loads: number[] = []
  const plateaus: number[] = []
  for (let round = 0; round < resamples; round++) {
    const drawn = resampled(rising, random)
    const hinge = fitHinge(drawn)
    const asymptotes = asymptotesOf(drawn, hinge.load)
    loads.push(hinge.load, asymptotes.load)
    plateaus.push(hinge.load * hinge.slope, asymptotes.plateau)
  }
  return {
    load: intervalOf(hinge.load, loads),
    plateau: intervalOf(hinge.load * hinge.slope, plateaus),
    slope: hinge.slope,
    points: rising.length,
    lost01,
  }
}

/** Means of neighbours, in order of time. */
function averaged(points: readonly KneePoint[]): readonly KneePoint[] {
  const size = Math.ceil(points.length / maxPoints)
  const mean = (part: readonly KneePoint[], of: (point: KneePoint) => number) =>
    part.reduce((sum, point) => sum + of(point), 0) / part.length
  return Array.from({ length: Math.ceil(points.length / size) }, (_, index) => {
    const part = points.slice(index * size, (index + 1) * size)
    return { load: mean(part, ({ load }) => load), tps: mean(part, ({ tps }) => tps) }
  })
}

/**
 * The knee as the load at which the line of the lowest loads meets the level of the highest. Real curves bend gradually, so
 * that it differs from the fitted hinge: the interval covers both.
 */
function asymptotesOf(points: readonly KneePoint[], knee: number) {
  const low = points.filter(({ load }) => load < 0.6 * knee)
  const high = points.filter(({ load }) => load > 1.15 * knee)
  const slope = medianOf((low.length < 3 ? points : low).map(({ load, tps }) => tps / load))
  const plateau = high.length < 3 ? slope * knee : medianOf(high.map(({ tps }) => tps))
  return { load: plateau / slope, plateau }
}

const intervalOf = (value: number, drawn: readonly number[]): Estimate => ({
  value,
  low: Math.min(value, quantileOf(drawn, 0.025)),
  high: Math.max(value, quantileOf(drawn, 0.975)),
})

/** The least error over a grid of knees, each with its best slope, refined once around the best. */
function fitHinge(points: readonly KneePoint[]): Hinge {
  const most = Math.max(...points.map(({ load }) => load))
  const least = Math.min(...points.map(({ load }) => load))
  const best = bestOf(points, least, most)
  const step = (most - least) / gridSteps
  return bestOf(points, Math.max(least, best.load - step), Math.min(most, best.load + step))
}

function bestOf(points: readonly KneePoint[], from: number, to: number): Hinge {
  let best: Hinge = { load: to, slope: 0, error: Number.POSITIVE_INFINITY }
  for (let step = 0; step <= gridSteps; step++) {
    const load = from + ((to - from) * step) / gridSteps
    const hinge = hingeAt(points, load)
    if (hinge.error < best.error) best = hinge
  }
  return best
}

function hingeAt(points: readonly KneePoint[], load: number): Hinge {
  let slope = slopeOf(points, load, null)
  const rests = points.map(point => Math.abs(point.tps - slope * Math.min(point.load, load)))
  const scale = Math.max(1e-9, 1.4826 * medianOf(rests))
  slope = slopeOf(points, load, { slope, scale })
  const error = points.reduce(
    (sum, point) => sum + Math.abs(point.tps - slope * Math.min(point.load, load)),
    0,
  )
  return { load, slope, error }
}

/** Weighted least squares through the origin; with a first fit, far points weigh less. */
function slopeOf(
  points: readonly KneePoint[],
  knee: number,
  first: { readonly slope: number; readonly scale: number } | null,
): number {
  let products = 0
  let squares = 0
  for (const { load, tps } of points) {
    const x = Math.min(load, knee)
    const rest = first === null ? 0 : Math.abs(tps - first.slope * x) / first.scale
    const weight = rest <= huber ? 1 : huber / rest
    products += weight * x * tps
    squares += weight * x * x
  }
  return squares === 0 ? 0 : products / squares
}

function resampled(points: readonly KneePoint[], random: () => number): KneePoint[] {
  const drawn: KneePoint[] = []
  while (drawn.length < points.length) {
    const from = Math.floor(random() * Math.max(1, points.length - blockLength + 1))
    drawn.push(...points.slice(from, from + blockLength))
  }
  return drawn.slice(0, points.length)
}

/** Points in groups of equal size by load, ascending. */
function byLoad(points: readonly KneePoint[]): { readonly load: number; readonly tps: number }[] {
  const sorted = points.toSorted((a, b) => a.load - b.load)
  const size = Math.max(2, Math.ceil(sorted.length / 12))
  const groups: KneePoint[] = []
  for (let at = 0; at + size / 2 <= sorted.length; at += size) {
    const group = sorted.slice(at, at + size)
    groups.push({
      load: medianOf(group.map(({ load }) => load)),
      tps: medianOf(group.map(({ tps }) => tps)),
    })
  }
  return groups
}

function lossOf(points: readonly KneePoint[]): number {
  const groups = byLoad(points)
  const peak = Math.max(...groups.map(({ tps }) => tps))
  const last = medianOf(groups.slice(-2).map(({ tps }) => tps))
  return peak > 0 ? Math.max(0, 1 - last / peak) : 0
}

/** Points up to the load with the highest throughput: what is lost beyond it is no plateau. */
function untilPeak(points: readonly KneePoint[]): readonly KneePoint[] {
  const groups = byLoad(points)
  const peak = groups.reduce((most, group) => (group.tps > most.tps ? group : most))
  const next = groups[groups.indexOf(peak) + 1]
  const kept = points.filter(({ load }) => load <= (next ?? peak).load)
  return kept.length >= 4 ? kept : points
}
