import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sectionOf } from './indicator.ts'
import { type RehearsedRule, rehearse, rehearseChange } from './rehearsal.ts'
import { alertRuleContentSchema, alertRuleSchema, samplesPerCycle, timingOf } from './rule.ts'
import { type AlertEvent, quietAlertState, stepAlert } from './state.ts'

const minute = 60_000
const day = 24 * 60 * minute
const from = 1_790_000_000_000
const range = { from, to: from + day }

const content = alertRuleContentSchema.parse({
  scope: { kind: 'type', type: 'host' },
  indicator: { kind: 'counter', section: 'cpu', reading: { counter: 'used' } },
  max: 90,
  min: null,
  triggerCycleMinutes: 5,
  silentCycleMinutes: 30,
  times: 3,
  schedule: { timeZone: 'UTC', workingHours: [], maintenance: [] },
  onlyLabels: {},
  dependsOn: [],
})
const ruleWith = (changed: object = {}): RehearsedRule => ({
  timing: { ...timingOf(content, { expectedMs: 5_000, cadenceMs: 15_000 }), ...changed },
  mutedAt: () => null,
})

/** A day of samples each 15 s: 95 in the given minutes, unknown in the given gap. */
function past(badFrom: number, badTo: number, gap: [number, number] = [0, 0]) {
  const at = Array.from({ length: day / 15_000 }, (_, index) => from + index * 15_000)
  const values = at.map(instant => {
    const minutes = (instant - from) / minute
    if (minutes >= gap[0] && minutes < gap[1]) return null
    return minutes >= badFrom && minutes < badTo ? 95 : 20
  })
  return { at, values }
}

const minutesOf = (instant: number) => (instant - from) / minute

describe('the rehearsal of a rule over a day', () => {
  test('tells intervals and notices', () => {
    const { intervals, notices, samples, breaches, incidents } = rehearse(ruleWith(), past(60, 100), range)
    expect(notices.map(({ at, kind, value }) => [minutesOf(at), kind, value])).toEqual([
      [60.5, 'triggered', 95],
      [90.5, 'triggered', 95],
      [120.5, 'recovered', 20],
    ])
    expect(intervals[0]).toEqual({ from, to: from + 60.5 * minute, phase: 'activated' })
    expect(intervals.at(-1)).toMatchObject({ phase: 'activated', to: range.to })
    expect(intervals.every((each, index) => index === 0 || each.from === intervals[index - 1]?.to)).toBe(true)
    expect({ samples, breaches, incidents }).toEqual({ samples: 5_760, breaches: 160, incidents: 1 })
  })

  test('does not take a gap for a recovery', () => {
    const { notices } = rehearse(ruleWith(), past(60, 70, [70, 600]), range)
    expect(notices.map(({ at, kind }) => [minutesOf(at), kind])).toEqual([
      [60.5, 'triggered'],
      [600, 'recovered'],
    ])
  })

  test('makes the notices that a server makes that looks each 5 s, of any values', () => {
    const value = fc.constantFrom(20, 20, 20, 89, 95, 95, 95, null)
    const runs = fc.array(fc.tuple(value, fc.integer({ min: 1, max: 30 })), { maxLength: 40, size: 'max' })
    const timings = fc.record({
      times: fc.integer({ min: 1, max: 4 }),
      triggerCycleMs: fc.constantFrom(minute, 5 * minute),
      silentCycleMs: fc.constantFrom(0, minute, 7.3 * minute),
    })
    let told = 0
    fc.assert(
      fc.property(runs, timings, fc.constantFrom(5_000, 15_000, 7_000), (lengths, changed, cadenceMs) => {
        const rule = ruleWith(changed)
        const values = lengths.flatMap(([each, count]) => Array.from({ length: count }, () => each))
        const at = values.map((_, index) => from + index * cadenceMs)
        const to = from + values.length * cadenceMs
        const sampledAt = new Map(at.map((instant, index) => [instant, values[index] ?? null]))
        const real: unknown[] = []
        let state = quietAlertState
        for (let now = from; now < to; now += 1_000) {
          const sampled = sampledAt.get(now) ?? null
          const events: AlertEvent[] = [
            ...(sampled === null
              ? []
              : [{ kind: 'sample', at: now, now, value: sampled, muted: null } as const]),
            ...(now % 5_000 === 0 ? [{ kind: 'tick', now, muted: null } as const] : []),
          ]
          for (const event of events) {
            const step = stepAlert(state, event, rule.timing)
            ;({ state } = step)
            for (const { now: when, notice: kind, value: of, incident } of step.transitions)
              if (kind !== null) real.push({ at: when, kind, value: of, incident })
          }
        }
        const { notices } = rehearse(rule, { at, values }, { from, to })
        expect(notices).toEqual(real)
        told += real.length
      }),
      { numRuns: 100 },
    )
    expect(told).toBeGreaterThan(150)
  })

  test('shows what a change of the rule adds and removes', () => {
    const { added, removed } = rehearseChange(
      { before: ruleWith(), after: ruleWith({ silentCycleMs: 60 * minute }) },
      past(60, 100),
      range,
    )
    expect(removed.map(({ at }) => minutesOf(at))).toEqual([90.5])
    expect(added).toEqual([])
  })
})

test('a rule has a name and a level', () => {
  const rule = { name: 'CPU', isEnabled: true, level: 'warning', labels: {}, channelIds: [], content }
  expect(alertRuleSchema.parse(rule)).toEqual(rule)
  expect(alertRuleSchema.safeParse({ ...rule, name: ' ' }).success).toBe(false)
  expect(alertRuleSchema.safeParse({ ...rule, level: 'urgent' }).success).toBe(false)
})

test('a rule needs a threshold, thresholds in order, and says how many samples its cycle holds', () => {
  expect(alertRuleContentSchema.safeParse({ ...content, max: null }).success).toBe(false)
  expect(alertRuleContentSchema.safeParse({ ...content, min: 91 }).success).toBe(false)
  expect(samplesPerCycle(5, 15_000)).toBe(20)
  expect(samplesPerCycle(1, 61_000)).toBe(0)
})

test('certificates are read from the section of availability, no data and availability from none', () => {
  expect(sectionOf({ kind: 'certificateDays' })).toBe('reach')
  expect(sectionOf({ kind: 'noData' })).toBeNull()
  expect(sectionOf(content.indicator)).toBe('cpu')
})
