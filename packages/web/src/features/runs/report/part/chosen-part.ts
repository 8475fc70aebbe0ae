/** The part of a run that was dragged over on a chart; pure. */
import { type RunPart, wholeSecondsOf } from '@pone/metrics/run-part.ts'
import type { ChartRange } from '../../../../ui/chart/chart-range.tsx'

/** Whole seconds of the run that the dragged range touches, within the report's own part; null if it lies outside. */
export function chosenPart(range: ChartRange, report: RunPart, durationMs: number): RunPart | null {
  if (range === null) return null
  const fromMs = Math.max(report.fromMs, range[0] * 1_000)
  const toMs = Math.min(report.toMs, range[1] * 1_000)
  if (fromMs >= toMs) return null
  const whole = wholeSecondsOf({ fromMs, toMs }, durationMs)
  return { fromMs: Math.max(report.fromMs, whole.fromMs), toMs: Math.min(report.toMs, whole.toMs) }
}
