/** Summaries of one series in the order of time → its curve of bounded length. Pure. */
import { areAdjacent, type Summary } from './codec/rollup.ts'
import type { SeriesCurve, SeriesQuery, StoredCadence } from './time-series.ts'

export interface Grid {
  readonly fromMs: number
  readonly toMs: number
  /** Width of an interval, ms; intervals begin at multiples of it. */
  readonly stepMs: number
  /** Up to this many samples are returned as they are. */
  readonly points: number
  /** Instant until which samples can exist; an interval that lasts longer is partial. */
  readonly nowMs: number
}

export type CurveColumns = Pick<
  SeriesCurve,
  'at' | 'values' | 'maxima' | 'intervalMs' | 'partial' | 'cadences'
>

type Drawn = Omit<CurveColumns, 'cadences'>

/** A figure at an instant: a value, a rate or an increase, or what several samples have in common. */
interface Figure {
  at: number
  min: number
  max: number
  /** Sum of values and their number, or increase in s⁻¹·ms and its time: `total / weight` is the mean. */
  total: number
  weight: number
  /** Whether samples are missing between this figure and the one before it. */
  isAfterGap: boolean
  /** First and last instant at which the gap before it lacks a figure, ms. */
  gapFrom: number
  gapTo: number
  /** Whether samples are missing within it, or the counter was restarted. */
  isPartial: boolean
  cadenceMs: number
}

/** Widest step that shows these points, rounded up so that intervals consist of whole summaries. */
export function stepFor(fromMs: number, toMs: number, points: number): number {
  const least = Math.max(1, Math.ceil((toMs - fromMs) / points))
  const unit = least > 3_600_000 ? 3_600_000 : least > 60_000 ? 60_000 : least > 1_000 ? 1_000 : 1
  return Math.ceil(least / unit) * unit
}

/** Summaries before the range serve for the first rate only. */
export function reduce(
  summaries: readonly Summary[],
  grid: Grid,
  { fn, aggregate }: Pick<SeriesQuery, 'fn' | 'aggregate'>,
  isCounter: boolean,
): CurveColumns {
  const isGrowth = isCounter && fn !== 'raw'
  const figures = isGrowth ? growthFigures(summaries, fn) : valueFigures(summaries)
  const { fromMs, toMs, stepMs, points } = grid
  const isIn = (at: number): boolean => at >= fromMs && at < toMs
  const inRange = summaries.filter(({ firstAt }) => isIn(firstAt))
  const cadences = cadencesOf(summaries, grid)
  if (inRange.length <= points && inRange.every(({ n }) => n === 1)) {
    const shown = figures.filter(({ at }) => isIn(at))
    return { ...asTheyAre(shown, aggregate === 'pairs'), cadences }
  }
  const whole = wholeIntervals(fromMs, toMs, stepMs)
  const drawn = byIntervals(
    figures.filter(({ at }) => at >= whole.fromMs && at < whole.toMs),
    grid,
    isGrowth && fn === 'increase' ? 'sum' : aggregate,
  )
  return { ...drawn, cadences }
}

/** A summary may begin before the range and reach into it. */
function cadencesOf(summaries: readonly Summary[], { fromMs, toMs }: Grid): StoredCadence[] {
  const cadences: StoredCadence[] = []
  for (const { firstAt, lastAt, cadenceMs } of summaries)
    if (lastAt >= fromMs && firstAt < toMs && cadences.at(-1)?.cadenceMs !== cadenceMs)
      cadences.push({ fromMs: Math.max(firstAt, fromMs), cadenceMs })
  return cadences
}

/** The range with the rest of its first and last interval. */
export const wholeIntervals = (fromMs: number, toMs: number, stepMs: number) => ({
  fromMs: Math.floor(fromMs / stepMs) * stepMs,
  toMs: Math.ceil(toMs / stepMs) * stepMs,
})

function valueFigures(summaries: readonly Summary[]): Figure[] {
  return summaries.map((summary, index) => {
    const before = summaries[index - 1]
    return {
      at: summary.firstAt,
      min: summary.min,
      max: summary.max,
      total: summary.sum,
      weight: summary.n,
      isAfterGap: before !== undefined && !areAdjacent(before, summary),
      gapFrom: before === undefined ? 0 : before.lastAt + before.cadenceMs,
      gapTo: summary.firstAt - summary.cadenceMs,
      isPartial: summary.lastAt - summary.firstAt > (summary.n - 0.5) * summary.cadenceMs,
      cadenceMs: summary.cadenceMs,
    }
  })
}

/** Of each summary the growth since the one before it; none where it is unknown. */
function growthFigures(summaries: readonly Summary[], fn: 'rate' | 'increase' | 'raw'): Figure[] {
  const figures: Figure[] = []
  let gapFrom: number | null = null
  let gapTo = 0
  for (const [index, summary] of summaries.entries()) {
    const before = summaries[index - 1]
    const isKnown = before !== undefined && areAdjacent(before, summary) && summary.first >= before.last
    const increase = summary.increase + (isKnown ? summary.first - before.last : 0)
    const coveredMs = summary.coveredMs + (isKnown ? summary.firstAt - before.lastAt : 0)
    if (before !== undefined && !isKnown) {
      gapFrom ??= Math.min(before.lastAt + before.cadenceMs, summary.firstAt)
      gapTo = summary.firstAt
    }
    if (coveredMs === 0) continue
    const figure = fn === 'rate' ? (increase * 1_000) / coveredMs : increase
    figures.push({
      at: summary.firstAt,
      min: figure,
      max: figure,
      total: fn === 'rate' ? increase * 1_000 : increase,
      weight: fn === 'rate' ? coveredMs : 1,
      isAfterGap: gapFrom !== null,
      gapFrom: gapFrom ?? 0,
      gapTo,
      isPartial: summary.coveredMs < summary.lastAt - summary.firstAt,
      cadenceMs: summary.cadenceMs,
    })
    gapFrom = null
  }
  return figures
}

function asTheyAre(figures: readonly Figure[], isPairs: boolean): Drawn {
  const at: number[] = []
  const values: (number | null)[] = []
  for (const figure of figures) {
    const previous = at.at(-1)
    if (figure.isAfterGap && previous !== undefined) {
      at.push(between(previous, figure.gapFrom, figure.at))
      values.push(null)
    }
    at.push(figure.at)
    values.push(figure.total / figure.weight)
  }
  return { at, values, maxima: isPairs ? values : null, intervalMs: 0, partial: [] }
}

const between = (before: number, wanted: number, after: number): number =>
  Math.max(before + 1, Math.min(wanted, after - 1))

function byIntervals(
  figures: readonly Figure[],
  grid: Grid,
  aggregate: SeriesQuery['aggregate'] | 'sum',
): Drawn {
  const at: number[] = []
  const values: (number | null)[] = []
  const maxima: (number | null)[] | null = aggregate === 'pairs' ? [] : null
  const partial: number[] = []
  let index = 0
  while (index < figures.length) {
    const first = figures[index]
    if (first === undefined) break
    const begin = Math.floor(first.at / grid.stepMs) * grid.stepMs
    let isPartial = begin + grid.stepMs > grid.nowMs
    if (first.isAfterGap) {
      const previous = at.at(-1)
      if (previous !== undefined && begin - previous > grid.stepMs) {
        at.push(between(previous, first.gapFrom, begin))
        values.push(null)
        maxima?.push(null)
      }
      isPartial ||= first.gapTo >= begin
      // The gap began in the interval before, which is then covered in part only.
      if (previous !== undefined && first.gapFrom < previous + grid.stepMs)
        partial.push(at.lastIndexOf(previous))
    }
    const sum = { min: first.min, max: first.max, total: 0, weight: 0 }
    for (; index < figures.length; index += 1) {
      const figure = figures[index]
      if (figure === undefined || figure.at >= begin + grid.stepMs) break
      // Samples that lie further apart than intervals are wide have their own instants from the first one on.
      if (figure.cadenceMs > grid.stepMs && figure.cadenceMs !== first.cadenceMs) break
      if (figure.isPartial || (figure.isAfterGap && figure !== first)) isPartial = true
      sum.min = Math.min(sum.min, figure.min)
      sum.max = Math.max(sum.max, figure.max)
      sum.total += figure.total
      sum.weight += figure.weight
    }
    if (isPartial) partial.push(at.length)
    // Else one of several intervals without a sample would look like a gap.
    at.push(first.cadenceMs > grid.stepMs ? first.at : begin)
    values.push(valueOf(sum, aggregate))
    maxima?.push(sum.max)
  }
  return {
    at,
    values,
    maxima,
    intervalMs: grid.stepMs,
    partial: [...new Set(partial)].sort((one, other) => one - other),
  }
}

function valueOf(
  sum: Pick<Figure, 'min' | 'max' | 'total' | 'weight'>,
  aggregate: SeriesQuery['aggregate'] | 'sum',
): number {
  if (aggregate === 'sum') return sum.total
  if (aggregate === 'avg') return sum.total / sum.weight
  return aggregate === 'max' ? sum.max : sum.min
}
