/** States of monitors over a session, from the intervals in which their sections had no values. Pure. */
import { type FlowHealth, maxHealthChanges } from '@pone/contract/entities/flow-report.ts'
import type { MonitorState } from '@pone/contract/entities/monitor.ts'
import type { RunGap, RunMonitoring } from '@pone/contract/entities/run-monitoring.ts'

/** What a monitor asks its target, as its type says. */
export interface AskedSections {
  readonly all: readonly string[]
  /** When one of these fails, the target is down. */
  readonly answering: readonly string[]
}

/** The same rule as for present states (view `monitor_current`); before its first value a monitor waits. */
export function healthOf(
  { monitors, series, gaps }: Pick<RunMonitoring, 'monitors' | 'series' | 'gaps'>,
  sectionsOf: (monitorId: string) => AskedSections | undefined,
  lengthMs: number,
): FlowHealth[] {
  return monitors
    .filter(({ isDeleted }) => !isDeleted)
    .map(({ id: monitorId }) => {
      const own = gaps.filter(gap => gap.monitorId === monitorId)
      const values = series.filter(each => each.monitorId === monitorId)
      const first = Math.min(...values.map(firstAt), Number.POSITIVE_INFINITY)
      const firstGap = Math.min(...own.map(({ fromMs }) => fromMs), Number.POSITIVE_INFINITY)
      const knownFrom = Math.min(first, firstGap)
      const sections = sectionsOf(monitorId) ?? { all: [], answering: [] }
      const instants = [0, knownFrom, ...own.flatMap(({ fromMs, untilMs }) => [fromMs, untilMs ?? lengthMs])]
        .filter(at => at >= 0 && at < Math.max(1, lengthMs))
        .toSorted((a, b) => a - b)
      const changes: [number, MonitorState][] = []
      for (const at of instants) {
        const state = at < knownFrom ? 'waiting' : stateAt(own, sections, at)
        if (changes.at(-1)?.[0] === at) changes.pop()
        if (changes.at(-1)?.[1] !== state) changes.push([at, state])
      }
      return { monitorId, changes: changes.slice(0, maxHealthChanges) }
    })
}

function firstAt({ fromMs, stepMs, values }: RunMonitoring['series'][number]): number {
  const index = values.findIndex(value => value !== null)
  return index === -1 ? Number.POSITIVE_INFINITY : Math.max(0, fromMs + index * stepMs)
}

const withoutCollector: readonly RunGap['cause'][] = ['noAgent', 'agentLost']

function stateAt(gaps: readonly RunGap[], { all, answering }: AskedSections, at: number): MonitorState {
  const present = gaps.filter(({ fromMs, untilMs }) => fromMs <= at && (untilMs === null || at < untilMs))
  if (present.length === 0) return 'up'
  if (present.some(({ cause }) => cause === 'stopped')) return 'stopped'
  const failed = new Set(present.map(({ section }) => section))
  const isDown =
    failed.has('') || answering.some(section => failed.has(section)) || all.every(key => failed.has(key))
  if (!isDown) return 'partly'
  return present.every(({ cause }) => withoutCollector.includes(cause)) ? 'noAgent' : 'down'
}
