/** Random histories of an alert, seeded: the state machine against the reference model. */
import { isDeepStrictEqual } from 'node:util'
import { ReferenceAlert } from '@pone/alerts/reference-model.ts'
import { type AlertEvent, newAlertState, stepAlert } from '@pone/alerts/state.ts'

const minuteMs = 60_000
const start = 1_790_000_000_000
const eventsPerHistory = 60

/** A number from 0 to below 1; the same for a seed (mulberry32). */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Number of histories in which the transitions differ. */
export function differencesIn(histories: number): number {
  let differences = 0
  for (let seed = 1; seed <= histories; seed += 1) if (!isEqual(seed)) differences += 1
  return differences
}

function isEqual(seed: number): boolean {
  const next = random(seed)
  const of = <T>(...choices: [T, ...T[]]): T => choices[Math.floor(next() * choices.length)] ?? choices[0]
  const cycleMs = of(1, 3, 10) * minuteMs
  const timing = {
    max: 90,
    min: of(null, 10),
    times: of(1, 2, 3),
    triggerCycleMs: cycleMs,
    silentCycleMs: of(0, 1, 5, 60) * minuteMs,
    freshMs: cycleMs + minuteMs,
    recentMs: of(0.5, 3, 30) * minuteMs,
  }
  const reference = new ReferenceAlert(timing)
  const made: unknown[] = []
  let state = newAlertState
  let now = start
  const take = (event: AlertEvent): void => {
    const step = stepAlert(state, event, timing)
    // As after a restart: what is stored is all that is known.
    state = JSON.parse(JSON.stringify(step.state))
    made.push(...step.transitions)
    reference.take(event)
  }
  take({ kind: 'activate', now })
  for (let count = 0; count < eventsPerHistory; count += 1) {
    const chance = next()
    now += of(15_000, 60_000, 120_000, 600_000)
    if (chance < 0.02) now += of(-86_400_000, -60_000, 3_600_000)
    if (chance < 0.75) {
      const at = now - of(0, 0, 0, 30_000, -30_000, -900_000)
      take({
        kind: 'sample',
        at,
        now,
        value: of(20, 20, 90, 95, 95, 9, Number.NaN),
        muted: of(null, null, 'maintenance'),
      })
    } else if (chance < 0.93) take({ kind: 'tick', now, muted: null })
    else if (chance < 0.96) take({ kind: 'edit', now })
    else if (chance < 0.98) take({ kind: 'deactivate', now, reason: 'switchedOff' })
    else take({ kind: 'activate', now })
  }
  return isDeepStrictEqual(made, reference.log)
}
