/** What a person expects of alerts, without the words of the state machine: by hand-made histories and by properties. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type FedEvent, fed, historyArbitrary, timingArbitrary } from './random-histories.ts'
import type { AlertTiming } from './rule.ts'
import { type AlertTransition, newAlertState, stepAlert } from './state.ts'

const start = 1_790_000_000_000
const second = 1_000
const minute = 60 * second

/**
 * Values each 5 s as `count x value`, `?` is no value; with each the server looks, as it does each 5 s. Answered is what
 * people were told, as `second: notice value`.
 */
function told(text: string, timing: AlertTiming): string[] {
  let { state } = stepAlert(newAlertState, { kind: 'activate', now: start }, timing)
  const values = text.split(/,\s*/).flatMap(part => {
    const [count = '', value = ''] = part.split(/\s*x\s*/)
    return Array.from({ length: Number(count) }, () => (value === '?' ? null : Number(value)))
  })
  return values.flatMap((value, index) => {
    const now = start + index * 5 * second
    const sample = value === null ? [] : [{ kind: 'sample', at: now, now, value, muted: null } as const]
    return [...sample, { kind: 'tick', now, muted: null } as const].flatMap(event => {
      const step = stepAlert(state, event, timing)
      ;({ state } = step)
      return step.transitions.flatMap(({ notice, value: of }) =>
        notice === null ? [] : [`${index * 5}: ${notice} ${of}`],
      )
    })
  })
}

const rule = (times: number, cycleMinutes: number, silentMinutes: number): AlertTiming => ({
  max: 100,
  min: null,
  times,
  triggerCycleMs: cycleMinutes * minute,
  silentCycleMs: silentMinutes * minute,
  freshMs: cycleMinutes * minute + 70 * second,
  recentMs: 13 * second,
})

/** The answers are those of a person who read: told when it becomes bad, at most once per silent cycle, and when it is good again. */
describe('of values each 5 s people are told', () => {
  test.each<[string, AlertTiming, string, string[]]>([
    [
      'once, and once that it is over, when 40 s of breaches end',
      rule(1, 1, 1),
      '8 x 150, 52 x 50',
      ['0: triggered 150', '60: recovered 50'],
    ],
    ['nothing by two breaches where three are needed', rule(3, 5, 30), '2 x 150, 100 x 50', []],
    [
      'nothing while good values follow enough breaches that came before a recovery',
      rule(3, 5, 1),
      '3 x 150, 9 x 150, 60 x 50',
      ['10: triggered 150', '70: recovered 50'],
    ],
    [
      'of a second incident only when it has as many breaches of its own',
      rule(3, 5, 1),
      '10 x 150, 20 x 50, 2 x 150, 8 x 50, 1 x 150, 20 x 50',
      ['10: triggered 150', '70: recovered 50', '200: triggered 150', '260: recovered 50'],
    ],
    [
      'again after each silent cycle while it lasts',
      rule(2, 2, 1),
      '30 x 150, 20 x 50',
      ['5: triggered 150', '65: triggered 150', '125: triggered 150', '185: recovered 50'],
    ],
    [
      'nothing new by values that end while they are bad',
      rule(1, 5, 1),
      '4 x 150, 100 x ?',
      ['0: triggered 150'],
    ],
    [
      'that it is over only by a value that came',
      rule(1, 5, 1),
      '4 x 150, 100 x ?, 3 x 50',
      ['0: triggered 150', '520: recovered 50'],
    ],
    [
      'at the silent cycle’s end of what is bad then, though it was good between',
      rule(1, 1, 1),
      '1 x 150, 10 x 50, 4 x 150, 30 x 50',
      ['0: triggered 150', '60: triggered 150', '120: recovered 50'],
    ],
  ])('%s', (_, timing, values, expected) => {
    expect(told(values, timing)).toEqual(expected)
  })
})

const isAlert = ({ notice }: AlertTransition): boolean => notice === 'triggered' || notice === 'flapping'
const isBad = (value: number, { max, min }: AlertTiming): boolean =>
  (max !== null && value > max) || (min !== null && value < min)

/** Samples in the order in which they count: unknown, repeated and late ones do not, and none while it is switched off. */
function counted(all: readonly FedEvent[], until: number): { at: number; value: number }[] {
  const found: { at: number; value: number }[] = []
  let isOn = true
  for (const { event } of all.slice(0, until + 1)) {
    if (event.kind === 'activate') isOn = true
    if (event.kind === 'deactivate') isOn = false
    if (!isOn || event.kind !== 'sample' || Number.isNaN(event.value)) continue
    const newest = found.at(-1)
    const wasAhead = newest !== undefined && newest.at > event.now + minute
    if (newest === undefined || event.at > newest.at || (event.at < newest.at && wasAhead)) found.push(event)
  }
  return found
}

/** Calls with each transition of a history, and the position of the event that made it. */
function assertEach(
  check: (each: AlertTransition, index: number, all: readonly FedEvent[]) => void,
  runs = 4_000,
): void {
  fc.assert(
    fc.property(historyArbitrary, timingArbitrary, (history, timing) => {
      const all = fed(history, timing)
      for (const [index, { made }] of all.entries()) for (const each of made) check(each, index, all)
    }),
    { numRuns: runs },
  )
}

/** From the transition back to the one before which the alert was not open, or had no breach of its own. */
function ownSince(all: readonly FedEvent[], index: number, seq: number): number {
  const before = all.slice(0, index + 1).flatMap(({ made }, at) => made.map(each => ({ ...each, index: at })))
  const last = before.findLast(
    each => each.seq < seq && (each.to === 'triggered' || each.to === 'activated' || each.reason !== null),
  )
  return last?.index ?? 0
}

describe('in any history', () => {
  test('nobody is alerted on a good value, or on one that is no longer present', () => {
    let alerts = 0
    assertEach((each, index, all) => {
      if (each.to !== 'triggered') return
      alerts += 1
      const now = all[index]
      const newest = counted(all, index).at(-1)
      expect(newest?.value).toBe(each.value)
      expect(now !== undefined && newest !== undefined && isBad(newest.value, now.timing)).toBe(true)
      expect(each.now - (newest?.at ?? 0)).toBeLessThanOrEqual(now?.timing.recentMs ?? 0)
    })
    expect(alerts).toBeGreaterThan(1_000)
  })

  test('each trigger has enough breaches of its own within its cycle: none from before the last trigger or recovery', () => {
    assertEach((each, index, all) => {
      if (each.to !== 'triggered') return
      const used = counted(all, ownSince(all, index, each.seq)).length
      const timing = all[index]?.timing
      if (timing === undefined) return
      const own = counted(all, index)
        .slice(used)
        .filter(({ at, value }) => isBad(value, timing) && at > (each.at ?? 0) - timing.triggerCycleMs)
      expect(own.length).toBeGreaterThanOrEqual(timing.times)
    })
  })

  test('between two alerts there is a recovery, a closing or a silent cycle', () => {
    let pairs = 0
    assertEach((each, index, all) => {
      if (!isAlert(each) || all.some(({ event }, at) => event.now < (all[at - 1]?.event.now ?? 0))) return
      const before = all.slice(0, index + 1).flatMap(({ made }) => made)
      const last = before.findLast(other => isAlert(other) && other.seq < each.seq)
      if (last === undefined) return
      pairs += 1
      const isOver = before.some(
        other =>
          other.seq > last.seq && other.seq < each.seq && (other.to === 'activated' || other.reason !== null),
      )
      const silentMs = Math.min(...all.map(({ timing }) => timing.silentCycleMs))
      expect(isOver || each.now - last.now >= silentMs).toBe(true)
    })
    expect(pairs).toBeGreaterThan(500)
  })

  test('people are told of a recovery only of what they were told, by a good value that is recent', () => {
    let recoveries = 0
    assertEach((each, index, all) => {
      if (each.notice !== 'recovered') return
      recoveries += 1
      const newest = counted(all, index).at(-1)
      const timing = all[index]?.timing
      expect(timing !== undefined && newest !== undefined && !isBad(newest.value, timing)).toBe(true)
      expect(each.now - (newest?.at ?? 0)).toBeLessThan(timing?.freshMs ?? 0)
      const told = all
        .flatMap(({ made }) => made)
        .filter(other => other.seq < each.seq && other.notice !== null)
      expect(told.at(-1)).toMatchObject({ incident: each.incident })
      expect(['triggered', 'flapping']).toContain(told.at(-1)?.notice)
    })
    expect(recoveries).toBeGreaterThan(200)
  })
})
