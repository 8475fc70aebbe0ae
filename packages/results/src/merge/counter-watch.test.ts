import { scenarioDocumentSchema, slaRuleSchema } from '@pone/plan/scenario/scenario.ts'
import { expect, it } from 'vitest'
import { judgedCounters } from './counter-judgement.ts'
import { CounterWatch } from './counter-watch.ts'
import type { RuleValues } from './rule-values.ts'

const startedAt = 1_700_000_000_000
const rule = slaRuleSchema.parse({
  id: 'r',
  metric: 'counter',
  counter: {
    monitorId: '3b241101-e2bb-4255-8caf-4136c566a962',
    monitorName: 'db-1',
    section: 'cpu',
    counter: 'busyPercent',
    names: { zh: '忙', en: 'Busy' },
    unit: '%',
  },
  operator: '<',
  threshold: 80,
  window: { kind: 'for', seconds: 2 },
  action: 'stop',
})

/** One value a second from this second of the run on. */
const values = (from: number, list: readonly number[], isRate = false): RuleValues => ({
  ruleId: 'r',
  isRate,
  cadenceMs: 1_000,
  delayMs: 4_000,
  at: list.map((_, index) => startedAt + (from + index) * 1_000 + 300),
  values: list,
})

const watch = (fromMs = 0, toMs = 60_000) => new CounterWatch({ rules: [rule], fromMs, toMs })

it('fires once, with the values that broke it', () => {
  const live = watch()
  live.add(startedAt, [values(0, [50, 90])])
  expect(live.fired()).toEqual([])
  live.add(startedAt, [values(1, [90, 95, 96])])
  expect(live.fired().map(({ id }) => id)).toEqual(['r'])
  expect(live.fired()).toEqual([])
  expect(live.results(startedAt, 4_000)).toMatchObject([
    {
      state: 'broken',
      violation: { value: 95, fromMs: 300, toMs: 2_300 },
      firstBrokenAt: startedAt + 2_300,
      noData: null,
    },
  ])
})

it('says for how long there is no value, and never judges that time', () => {
  const live = watch()
  expect(live.results(startedAt, 8_000)).toMatchObject([{ state: 'pending', noData: null }])
  expect(live.results(startedAt, 12_000)).toMatchObject([
    { state: 'pending', noData: { ms: 12_000, isNow: true } },
  ])
  live.add(startedAt, [values(12, [90, Number.NaN, 90])])
  expect(live.fired()).toEqual([])
  expect(live.results(startedAt, 15_000)).toMatchObject([
    { state: 'passed', noData: { ms: 12_300, isNow: false } },
  ])
  const silent = watch()
  silent.finish(20_000)
  expect(silent.results(startedAt, 20_000)).toMatchObject([
    { state: 'notJudged', reason: 'noData', noData: { ms: 20_000, isNow: false } },
  ])
})

it('leaves out rates that began in the ramp-up, values of an instant after the end, and judges the rest alike', () => {
  const gauge = watch(5_000, 8_000)
  gauge.add(startedAt, [values(3, [99, 99, 99, 50, 50, 99, 99])])
  gauge.finish(8_000)
  expect(gauge.results(startedAt, 9_000)).toMatchObject([{ state: 'passed', violatedSeconds: 0, value: 50 }])
  const rate = watch(5_000, 8_000)
  rate.add(startedAt, [values(3, [99, 99, 99, 50, 50, 99], true)])
  rate.finish(8_000)
  expect(rate.results(startedAt, 9_000)).toMatchObject([
    { state: 'passed', violatedSeconds: 0, noData: null },
  ])
})

it('comes to the same when values arrive one by one as when all stored ones are judged at once', () => {
  const list = [50, 90, Number.NaN, 90, 85, 84, 20, Number.NaN, 99, 99]
  const live = watch()
  list.forEach((value, index) => {
    live.add(startedAt, [
      values(Math.max(0, index - 1), index === 0 ? [value] : [list[index - 1] ?? 0, value]),
    ])
  })
  live.finish(12_000)
  const record = { scenario: scenarioDocumentSchema.parse({ sla: [rule] }), startedAt, slaResults: [] }
  const part = { fromMs: 0, toMs: 12_000, isWhole: true }
  expect(judgedCounters(record, [values(0, list)], part)).toEqual(live.results(startedAt, 12_000))
  expect(live.results(startedAt, 12_000)).toMatchObject([{ state: 'broken', violation: { value: 85 } }])
})

it('keeps what was judged of a monitor that was deleted during the run', () => {
  const live = watch()
  live.add(startedAt, [values(0, [90, 90, 90])])
  live.finish(3_000)
  const slaResults = live.results(startedAt, 3_000)
  const record = { scenario: scenarioDocumentSchema.parse({ sla: [rule] }), startedAt, slaResults }
  const part = { fromMs: 0, toMs: 3_000, isWhole: true }
  expect(judgedCounters(record, [], part)).toEqual(slaResults)
  expect(judgedCounters(record, [], { ...part, isWhole: false })).toMatchObject([{ state: 'notJudged' }])
})
