/** Curves of several runs on one axis of elapsed time, with the spans whose figures are suspect; pure. */
import type { ComparisonCurve } from '@pone/contract/entities/comparison.ts'
import type { ChartSeries } from '../../../ui/chart/time-series.ts'
import type { ShownRun } from '../shown-run.ts'

type Point = ComparisonCurve['points'][number]

/** All seconds that any of the runs has, ascending. */
export function commonSeconds(curves: readonly ComparisonCurve[]): number[] {
  return [...new Set(curves.flatMap(({ points }) => points.map(({ second }) => second)))].toSorted(
    (a, b) => a - b,
  )
}

/** One series per run, with a gap where the run has no point. */
export function curveSeries(
  curves: readonly ComparisonCurve[],
  runs: readonly ShownRun[],
  seconds: readonly number[],
  value: (point: Point) => number | null,
): ChartSeries[] {
  return runs.flatMap(({ id, number, color }) => {
    const curve = curves.find(({ runId }) => runId === id)
    if (!curve) return []
    const points = new Map(curve.points.map(point => [point.second, point]))
    const values = seconds.map(second => {
      const point = points.get(second)
      return point ? value(point) : null
    })
    return [{ key: id, label: `#${number}`, color, values }]
  })
}

export interface SuspectSpan {
  readonly number: number
  /** First second of the span and first second after it, s since the start. */
  readonly from: number
  readonly to: number
}

/** Spans of suspect points of each run. */
export function suspectSpans(
  curves: readonly ComparisonCurve[],
  runs: readonly ShownRun[],
  secondsPerPoint: number,
): SuspectSpan[] {
  return runs.flatMap(({ id, number }) => {
    const spans: SuspectSpan[] = []
    for (const { second, isSuspect } of curves.find(({ runId }) => runId === id)?.points ?? []) {
      if (!isSuspect) continue
      const last = spans.at(-1)
      if (last && second <= last.to) spans[spans.length - 1] = { ...last, to: second + secondsPerPoint }
      else spans.push({ number, from: second, to: second + secondsPerPoint })
    }
    return spans
  })
}

/** Above this share of isolated points a line chart would show almost nothing. */
const mostAlone01 = 0.3

/** Whether so many values are isolated that the series must be drawn as dots. */
export function isSparse(series: readonly ChartSeries[]): boolean {
  let known = 0
  let alone = 0
  for (const { values } of series) {
    values.forEach((value, at) => {
      if (value === null) return
      known += 1
      if ((values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null) alone += 1
    })
  }
  return alone > known * mostAlone01
}
