/** The instants at which curves are drawn: each part of the range in steps of the cadence that it was collected with. Pure. */
import type { SeriesCurve, StoredCadence } from '../../adapters/time-series/time-series.ts'

export interface CurveGrid {
  readonly fromMs: number
  /** End of the last step. */
  readonly endMs: number
  /** Width of the widest step. */
  readonly stepMs: number
  /** The largest cadence that anything in the range was collected with; of even steps that which they are made for. */
  readonly cadenceMs: number
  /** Beginnings of the steps, ascending. */
  readonly times: readonly number[]
}

export interface GridOptions {
  /** Whether all steps are equally wide, for readers that count in steps: wide enough for the largest cadence that a quarter of the range was collected with. */
  readonly isEven?: boolean
}

type GridRange = { readonly from: number; readonly to: number; readonly points: number }
type GridSource = Pick<SeriesCurve, 'at' | 'intervalMs' | 'cadences'>

export const timesOf = ({ times }: CurveGrid): readonly number[] => times

/** Wide enough that every step of a series without gaps holds a value. `cadenceMs` is that of a range without samples. */
export function gridOf(
  range: GridRange,
  cadenceMs: number,
  curves: readonly GridSource[],
  { isEven = false }: GridOptions = {},
): CurveGrid {
  const coarsest = Math.max(0, ...curves.map(curve => curve.intervalMs))
  const wanted = Math.ceil((range.to - range.from) / range.points)
  const stepOf = (of: number) => Math.ceil(Math.max(of, coarsest, wanted) / of) * of
  const parts = partsOf(range, cadenceMs, curves)
  const largest = Math.max(...parts.map(part => part.cadenceMs))
  if (isEven) {
    const usual = largestOfQuarter(range, parts)
    return evenGrid(range, stepOf(usual), usual)
  }
  if (parts.length === 1) return evenGrid(range, stepOf(largest), largest)
  const times = parts.flatMap((part, index) =>
    stepsBefore(parts[index + 1]?.fromMs ?? null, {
      fromMs: part.fromMs,
      toMs: range.to,
      stepMs: stepOf(part.cadenceMs),
    }),
  )
  return {
    fromMs: range.from,
    endMs: range.to,
    stepMs: Math.max(...parts.map(part => stepOf(part.cadenceMs))),
    cadenceMs: largest,
    times,
  }
}

function evenGrid({ from, to }: GridRange, stepMs: number, cadenceMs: number): CurveGrid {
  const length = Math.max(1, Math.ceil((to - from) / stepMs))
  const times = Array.from({ length }, (_, index) => from + index * stepMs)
  return { fromMs: from, endMs: from + length * stepMs, stepMs, cadenceMs, times }
}

/** Steps of a part: back from the next one, so that the last step before it is whole and holds a sample; of the last part from its begin. */
function stepsBefore(
  next: number | null,
  { fromMs, toMs, stepMs }: { readonly fromMs: number; readonly toMs: number; readonly stepMs: number },
): number[] {
  const length = Math.max(1, Math.ceil(((next ?? toMs) - fromMs) / stepMs))
  if (next === null) return Array.from({ length }, (_, index) => fromMs + index * stepMs)
  return Array.from({ length }, (_, index) => Math.max(fromMs, next - (length - index) * stepMs))
}

/** The range cut where the largest cadence of what is collected changes. */
function partsOf({ from, to }: GridRange, cadenceMs: number, curves: readonly GridSource[]): StoredCadence[] {
  const spans = spansOf(curves)
  const bounds = [...new Set(spans.map(span => span.fromMs))]
    .filter(at => at < to)
    .toSorted((one, other) => one - other)
  const parts: StoredCadence[] = []
  for (const [index, bound] of bounds.entries()) {
    const inForce = spans.filter(span => span.fromMs <= bound && bound < span.toMs)
    const largest = Math.max(...inForce.map(span => span.cadenceMs))
    if (parts.at(-1)?.cadenceMs === largest) continue
    parts.push({ fromMs: index === 0 ? from : Math.max(from, bound), cadenceMs: largest })
  }
  return parts.length === 0 ? [{ fromMs: from, cadenceMs }] : parts
}

/** A few values from before a change, such as at the start of a run, must not make all steps wider. */
function largestOfQuarter({ to }: GridRange, parts: readonly StoredCadence[]): number {
  const spans = parts.map(({ fromMs, cadenceMs }, index) => ({
    cadenceMs,
    lengthMs: (parts[index + 1]?.fromMs ?? to) - fromMs,
  }))
  const whole = spans.reduce((sum, { lengthMs }) => sum + lengthMs, 0)
  const lengthOf = (cadenceMs: number): number =>
    spans.reduce((sum, span) => sum + (span.cadenceMs >= cadenceMs ? span.lengthMs : 0), 0)
  const cadences = [...new Set(spans.map(({ cadenceMs }) => cadenceMs))].toSorted((one, other) => other - one)
  return cadences.find(cadenceMs => lengthOf(cadenceMs) * 4 >= whole) ?? Math.min(...cadences)
}

/** From when until when something was collected with a cadence, each only once. */
function spansOf(curves: readonly GridSource[]): (StoredCadence & { readonly toMs: number })[] {
  const spans = new Map<string, StoredCadence & { readonly toMs: number }>()
  for (const { at, cadences } of curves)
    for (const [index, { fromMs, cadenceMs }] of cadences.entries()) {
      const toMs = cadences[index + 1]?.fromMs ?? (at.at(-1) ?? fromMs) + cadenceMs
      spans.set(`${fromMs} ${toMs} ${cadenceMs}`, { fromMs, toMs, cadenceMs })
    }
  return [...spans.values()]
}
