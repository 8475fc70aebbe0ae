/** A data-flow report at an instant: states and values as the canvas shows them; pure. */
import type { FlowReport } from '@pone/contract/entities/flow-report.ts'
import { highestAt, stateAt } from '@pone/contract/entities/flow-report-instant.ts'
import { type MonitorState, monitorStates } from '@pone/contract/entities/monitor.ts'
import type { LinkLive, ShownCounter } from '@pone/contract/entities/monitor-link.ts'
import type { RunSeries } from '@pone/contract/entities/run-monitoring.ts'

/** As if the link were watched at the instant; of several series of a counter the highest value. Load machines are not known. */
export function liveAt(report: FlowReport, atMs: number): LinkLive {
  const { health, monitoring, session } = report
  return {
    isRunning: session.stoppedAt === null,
    machines: [],
    monitors: health.map(own => {
      const series = monitoring.series.filter(each => each.monitorId === own.monitorId)
      const counters = Map.groupBy(series, each => `${each.section}.${each.counter}`)
      return {
        monitorId: own.monitorId,
        state: stateAt(own, atMs),
        problem: null,
        lastAt: session.startedAt + atMs,
        values: [...counters.values()].flatMap(sets => counterAt(sets, atMs)),
      }
    }),
  }
}

/** Of the slider. */
export const sliderStepMs = 1_000

/** The last whole step of the slider at which those series have a value that are still collected. */
export function lastMs({ monitoring, lengthMs }: Pick<FlowReport, 'monitoring' | 'lengthMs'>): number {
  const ends = monitoring.series.flatMap(({ fromMs, stepMs, values }) => {
    const index = values.findLastIndex(value => value !== null)
    return index === -1 ? [] : [{ at: fromMs + index * stepMs, stepMs }]
  })
  const newest = Math.max(0, ...ends.map(({ at }) => at))
  const present = ends.filter(({ at, stepMs }) => newest - at <= 3 * stepMs)
  if (present.length === 0) return lengthMs
  const at = Math.max(0, Math.min(lengthMs, ...present.map(end => end.at)))
  return lengthMs < sliderStepMs ? at : Math.floor(at / sliderStepMs) * sliderStepMs
}

function counterAt(sets: readonly RunSeries[], atMs: number): LinkLive['monitors'][number]['values'] {
  const [first] = sets
  if (first === undefined) return []
  const shown: ShownCounter = { section: first.section, counter: first.counter }
  return [{ ...shown, value: highestAt(sets, atMs), series: sets.length }]
}

/** The worse the later. */
const order: readonly MonitorState[] = ['waiting', 'stopped', 'up', 'noAgent', 'partly', 'down']

interface StateSpan {
  readonly state: MonitorState
  readonly fromMs: number
  readonly toMs: number
}

/** The worst state of all monitors over the session, ascending. */
export function worstSpans({ health, lengthMs }: Pick<FlowReport, 'health' | 'lengthMs'>): StateSpan[] {
  const instants = [...new Set(health.flatMap(({ changes }) => changes.map(([at]) => at)))].toSorted(
    (a, b) => a - b,
  )
  const spans: { state: MonitorState; fromMs: number; toMs: number }[] = []
  for (const [index, fromMs] of instants.entries()) {
    const toMs = instants[index + 1] ?? lengthMs
    const states = health.map(own => stateAt(own, fromMs))
    const state = order[Math.max(...states.map(each => order.indexOf(each)))] ?? 'waiting'
    const last = spans.at(-1)
    if (last?.state === state) last.toMs = toMs
    else spans.push({ state, fromMs, toMs })
  }
  return spans
}

/** Each state that occurs, in the order of their names. */
export const statesOf = (spans: readonly StateSpan[]): MonitorState[] =>
  monitorStates.filter(state => spans.some(span => span.state === state))
