/** What a data-flow report says of an instant, ms since the start of its session; pure. */
import type { FlowHealth } from './flow-report.ts'
import type { MonitorState } from './monitor.ts'
import type { ShownCounter } from './monitor-link.ts'
import type { RunSeries } from './run-monitoring.ts'

/** The state that holds at the instant. */
export const stateAt = ({ changes }: FlowHealth, atMs: number): MonitorState =>
  changes.findLast(([from]) => from <= atMs)?.[1] ?? 'waiting'

/** The highest value of these series in the steps that contain the instant; null: unknown. */
export function highestAt(series: readonly RunSeries[], atMs: number): number | null {
  const values = series
    .map(({ fromMs, stepMs, values: own }) => own[Math.floor((atMs - fromMs) / stepMs)] ?? null)
    .filter(value => value !== null)
  return values.length === 0 ? null : Math.max(...values)
}

/** The series of a counter of a monitor, as one per disk. */
export const seriesOf = (
  series: readonly RunSeries[],
  monitorId: string | null,
  { section, counter }: ShownCounter,
): RunSeries[] =>
  series.filter(each => each.monitorId === monitorId && each.section === section && each.counter === counter)
