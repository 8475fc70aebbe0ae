import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fed, historyArbitrary, timingArbitrary } from './random-histories.ts'
import { ReferenceAlert } from './reference-model.ts'
import type { AlertTiming } from './rule.ts'
import {
  type AlertEvent,
  type AlertState,
  isQuiet,
  newAlertState,
  stepAlert,
  transitionKey,
} from './state.ts'

const minute = 60_000
const start = 1_790_000_000_000
const timing: AlertTiming = {
  max: 90,
  min: null,
  times: 2,
  triggerCycleMs: 5 * minute,
  silentCycleMs: 10 * minute,
  freshMs: 6 * minute,
  recentMs: 2 * minute,
}

/** Takes events at minutes since the start; told are minute, new phase, and notice or why there is none. */
class Alert {
  state: AlertState = stepAlert(newAlertState, { kind: 'activate', now: start }, timing).state
  readonly told: string[] = []
  timing = timing

  take(event: AlertEvent): this {
    const step = stepAlert(this.state, event, this.timing)
    this.state = step.state
    for (const each of step.transitions)
      this.told.push(
        `${(each.now - start) / minute} ${each.to} ${each.notice ?? (each.mutedBy === null ? '-' : `(${each.mutedBy})`)}`,
      )
    return this
  }
  value(at: number, value: number, muted: 'maintenance' | null = null): this {
    const instant = start + at * minute
    return this.take({ kind: 'sample', at: instant, now: instant, value, muted })
  }
  tick(at: number, muted: 'maintenance' | null = null): this {
    return this.take({ kind: 'tick', now: start + at * minute, muted })
  }
}

describe('an alert', () => {
  test('triggers at the second breach in its cycle, is silent, and recovers when the silence ends', () => {
    const alert = new Alert().value(1, 95).value(2, 20).value(3, 96).value(4, 97)
    for (let at = 5; at <= 14; at++) alert.value(at, at < 10 ? 99 : 20)
    expect(alert.told).toEqual(['3 triggered triggered', '4 silent -', '13 activated recovered'])
  })

  test('takes equality for no breach, and breaches that are too far apart for none of one cycle', () => {
    expect(new Alert().value(1, 90).value(2, 90).told).toEqual([])
    expect(new Alert().value(1, 95).value(6, 95).told).toEqual([])
    expect(new Alert().value(1, 95).value(5.9, 95).told).toEqual(['5.9 triggered triggered'])
  })

  test('triggers again when it still breaches at the end of the silence', () => {
    const alert = new Alert().value(1, 95).value(2, 95)
    for (let at = 3; at <= 12; at++) alert.value(at, 95)
    expect(alert.told).toEqual(['2 triggered triggered', '3 silent -', '12 triggered triggered'])
    expect(alert.state.incident).toBe(1)
  })

  test('does not take missing data for a recovery, however long', () => {
    const alert = new Alert().value(1, 95).value(2, 95).value(3, 95).tick(12).tick(600)
    expect(alert.told).toEqual(['2 triggered triggered', '3 silent -'])
    // A last good sample from before the gap says nothing about the present either.
    const good = new Alert().value(1, 95).value(2, 95).value(3, 20).tick(12).tick(600)
    expect(good.told).toEqual(['2 triggered triggered', '3 silent -'])
    expect(good.value(601, 20).told.at(-1)).toBe('601 activated recovered')
  })

  test('ignores unknown values, duplicates and late samples', () => {
    const alert = new Alert().value(2, 95).value(2, 95).value(1, 95).value(3, Number.NaN).value(3, Infinity)
    expect(alert.told).toEqual([])
    expect(alert.state.breaches).toHaveLength(1)
  })

  test('counts again at once when the clock of the collector was ahead and is set right', () => {
    const alert = new Alert()
    const ahead = start + 50 * minute
    alert.take({ kind: 'sample', at: ahead, now: start + minute, value: 95, muted: null })
    expect(alert.value(2, 95).value(3, 95).told).toEqual(['3 triggered triggered'])
  })

  test('is not silent for longer than its cycle when the clock of the server is set back', () => {
    const alert = new Alert().value(1000, 95)
    alert.value(1001, 95)
    alert.take({ kind: 'tick', now: start + 5 * minute, muted: null })
    expect(alert.state.silentUntil).toBe(start + 15 * minute)
  })

  test('tells that it was closed when it is switched off while an incident is open, else not', () => {
    const off = { kind: 'deactivate', now: start + 4 * minute, reason: 'switchedOff' } as const
    const open = new Alert().value(1, 95).value(2, 95).take(off)
    expect(open.told.at(-1)).toBe('4 deactivatedNotified closed')
    expect(new Alert().value(1, 95).take(off).told).toEqual(['4 deactivated -'])
    expect(open.value(5, 95).value(6, 95).told).toHaveLength(2)
  })

  test('closes its incident when it is edited, and counts from nothing', () => {
    const alert = new Alert()
      .value(1, 95)
      .value(2, 95)
      .take({ kind: 'edit', now: start + 3 * minute })
    expect(alert.told.at(-1)).toBe('3 activated closed')
    expect(alert.value(4, 95).told).toHaveLength(2)
    expect(alert.value(5, 95).told.at(-1)).toBe('5 triggered triggered')
    expect(alert.state.incident).toBe(2)
    expect(transitionKey('a/b', alert.state.seq)).toBe('a/b/4')
  })

  test('holds notices back in maintenance, and tells what still breaches afterwards', () => {
    const alert = new Alert().value(1, 95, 'maintenance').value(2, 95, 'maintenance')
    alert.value(3, 95, 'maintenance').value(4, 95, 'maintenance').value(5, 95)
    expect(alert.told).toEqual(['2 triggered (maintenance)', '3 silent -', '5 triggered triggered'])
    const over = new Alert().value(1, 95, 'maintenance').value(2, 95, 'maintenance').value(3, 20)
    expect(over.told.at(-1)).toBe('3 activated -')
  })

  test('tells once that it flaps, and its recovery when it has come to rest', () => {
    const alert = new Alert()
    alert.timing = { ...timing, times: 1, silentCycleMs: 2 * minute }
    for (let at = 0; at < 12; at += 2)
      alert
        .value(at, 95)
        .value(at + 1, 95)
        .value(at + 1.9, 20)
        .tick(at + 2)
    for (let at = 13; at < 60; at++) alert.value(at, 20)
    expect(alert.told.filter(text => !text.endsWith('-'))).toMatchInlineSnapshot(`
      [
        "0 triggered triggered",
        "2 activated recovered",
        "2 triggered triggered",
        "4 activated recovered",
        "4 triggered triggered",
        "6 activated recovered",
        "6 triggered flapping",
        "8 activated (flapping)",
        "8 triggered (flapping)",
        "10 activated (flapping)",
        "10 triggered (flapping)",
        "12 activated (flapping)",
        "42 activated recovered",
      ]
    `)
    expect(alert.state).toMatchObject({ phase: 'activated', isOpen: false, isFlapping: false })
    expect(isQuiet(alert.state)).toBe(true)
  })
})

test('makes the transitions of the reference model in 12,000 histories', () => {
  let transitions = 0
  const kinds = new Set<string>()
  fc.assert(
    fc.property(historyArbitrary, timingArbitrary, (history, first) => {
      const all = fed(history, first)
      const reference = new ReferenceAlert(first)
      for (const { event, timing: used } of all) {
        reference.timing = used
        reference.take(event)
      }
      expect(all.flatMap(({ made }) => made)).toEqual(reference.log)
      transitions += reference.log.length
      for (const each of reference.log) kinds.add(`${each.from}>${each.to} ${each.notice} ${each.mutedBy}`)
    }),
    { numRuns: 12_000 },
  )
  // The histories reach what is compared: all edges, notices and causes.
  expect(transitions).toBeGreaterThan(50_000)
  expect([...kinds].sort()).toMatchInlineSnapshot(`
    [
      "activated>activated closed null",
      "activated>activated null null",
      "activated>activated recovered null",
      "activated>deactivated null null",
      "activated>deactivatedNotified closed null",
      "activated>triggered flapping null",
      "activated>triggered null dependency",
      "activated>triggered null flapping",
      "activated>triggered null maintenance",
      "activated>triggered triggered null",
      "deactivated>activated null null",
      "deactivatedNotified>activated null null",
      "silent>activated closed null",
      "silent>activated null flapping",
      "silent>activated null null",
      "silent>activated recovered null",
      "silent>deactivated null null",
      "silent>deactivatedNotified closed null",
      "silent>triggered triggered null",
      "triggered>activated closed null",
      "triggered>activated null null",
      "triggered>deactivated null null",
      "triggered>deactivatedNotified closed null",
      "triggered>silent null null",
    ]
  `)
})
