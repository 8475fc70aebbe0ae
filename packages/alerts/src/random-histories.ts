/** Random histories of an alert for tests: samples, repeats, restarts, edits and clocks that jump, and what they make. */
import fc from 'fast-check'
import type { AlertTiming } from './rule.ts'
import { type AlertEvent, type AlertState, type AlertTransition, newAlertState, stepAlert } from './state.ts'

const minute = 60_000
const historyStart = 1_790_000_000_000

const eventArbitrary = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('sample' as const),
      stepMs: fc.constantFrom(15_000, 15_000, 60_000, 60_000, 120_000, 600_000),
      lagMs: fc.constantFrom(0, 0, 0, 1_000, 30_000, -30_000, -900_000),
      value: fc.constantFrom(20, 20, 20, 89, 90, 91, 95, 95, 95, 9, Number.NaN),
      muted: fc.constantFrom(null, null, null, null, 'maintenance' as const, 'dependency' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('repeat' as const), back: fc.nat(3) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('tick' as const),
      stepMs: fc.constantFrom(0, 5_000, 60_000, 600_000, 1_800_000),
      muted: fc.constantFrom(null, null, null, 'outsideHours' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('jump' as const),
      byMs: fc.constantFrom(-86_400_000, -3_600_000, -60_000, 3_600_000, 86_400_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('edit' as const), max: fc.constantFrom(30, 90, 94) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('activate' as const, 'deactivate' as const) }) },
)

/** What can happen to an alert, in any order. */
export const historyArbitrary = fc.array(eventArbitrary, { maxLength: 90, size: 'max' })

export type HistoryEvent = typeof eventArbitrary extends fc.Arbitrary<infer Each> ? Each : never

/** Rules with short and long cycles. */
export const timingArbitrary = fc.record({
  max: fc.constantFrom(90, 90, 94, null),
  min: fc.constantFrom(null, null, 10),
  times: fc.constantFrom(1, 1, 2, 3),
  triggerCycleMs: fc.constantFrom(1, 3, 10).map(minutes => minutes * minute),
  silentCycleMs: fc.constantFrom(0, 1, 5, 60).map(minutes => minutes * minute),
  freshMs: fc.constantFrom(2, 11).map(minutes => minutes * minute),
  recentMs: fc.constantFrom(0.5, 3, 30).map(minutes => minutes * minute),
})

/** What was fed at which instant, under which rule, and the transitions that it made. */
export interface FedEvent {
  readonly event: AlertEvent
  readonly timing: AlertTiming
  readonly made: readonly AlertTransition[]
}

/** Feeds a history to the state machine; between two events all that is known may be what was stored. */
export function fed(history: readonly HistoryEvent[], first: AlertTiming): FedEvent[] {
  const all: FedEvent[] = []
  const samples: Extract<AlertEvent, { kind: 'sample' }>[] = []
  let used = first
  let state = newAlertState
  let now = historyStart
  const take = (event: AlertEvent) => {
    const step = stepAlert(state, event, used)
    state = step.state
    all.push({ event, timing: used, made: step.transitions })
  }
  take({ kind: 'activate', now })
  for (const each of history) {
    if (each.kind === 'sample') {
      now += each.stepMs
      const sample = { ...each, at: now - each.lagMs, now }
      samples.push(sample)
      take(sample)
    } else if (each.kind === 'repeat') {
      const again = samples.at(-1 - each.back)
      if (again !== undefined) take({ ...again, now })
    } else if (each.kind === 'tick') {
      now += each.stepMs
      take({ kind: 'tick', now, muted: each.muted })
    } else if (each.kind === 'restart') state = JSON.parse(JSON.stringify(state)) as AlertState
    else if (each.kind === 'jump') now += each.byMs
    else if (each.kind === 'edit') {
      take({ kind: 'edit', now })
      used = { ...used, max: each.max }
    } else if (each.kind === 'activate') take({ kind: 'activate', now })
    else take({ kind: 'deactivate', now, reason: 'switchedOff' })
  }
  return all
}
