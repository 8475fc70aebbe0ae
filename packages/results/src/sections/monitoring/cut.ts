/** Cuts what was kept of a run's monitoring to a part of the run. Pure. */
import type { RunMonitoring, RunSeries } from '@pone/contract/entities/run-monitoring.ts'
import type { ReportRange } from '../../report-range.ts'

/** Values and gaps within the range. */
export function cutMonitoring(
  monitoring: RunMonitoring,
  { fromMs, toMs }: Pick<ReportRange, 'fromMs' | 'toMs'>,
): RunMonitoring {
  return {
    ...monitoring,
    series: monitoring.series.map(series => cutSeries(series, fromMs, toMs)),
    gaps: monitoring.gaps.filter(gap => gap.fromMs < toMs && (gap.untilMs ?? toMs) > fromMs),
  }
}

function cutSeries(series: RunSeries, fromMs: number, toMs: number): RunSeries {
  const first = Math.max(0, Math.ceil((fromMs - series.fromMs) / series.stepMs))
  const end = Math.max(first, Math.ceil((toMs - series.fromMs) / series.stepMs))
  return {
    ...series,
    fromMs: series.fromMs + first * series.stepMs,
    values: series.values.slice(first, end),
  }
}
