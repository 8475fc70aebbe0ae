import type { SlaResult } from '@pone/contract/entities/run.ts'
import { Counters } from '@pone/metrics/counters.ts'
import { graceSecondsOf, judgedTimeOf } from '@pone/plan/load-models/judged-time.ts'
import type { RunLabel } from '@pone/plan/scenario/run-label.ts'
import { type SlaRule, slaRuleSchema } from '@pone/plan/scenario/scenario.ts'
import { expect, test } from 'vitest'
import { encodeLabels } from '../batches/label-codec.ts'
import type { StoredBatch } from '../batches/stored-batch.ts'
import { overallSla, runVerdict, SlaWatch } from './sla-watch.ts'

const label = (index: number, name: string, kind: RunLabel['kind']): RunLabel => ({
  index,
  name,
  kind,
  component: '',
})
const labels = [
  label(0, 'order', 'transaction'),
  label(1, 'list', 'request'),
  label(2, 'buy', 'request'),
  label(3, 'shop', 'iteration'),
  label(4, 'buy', 'iteration'),
]
const rule = (partial: Partial<SlaRule>): SlaRule =>
  slaRuleSchema.parse({ id: 'rule', metric: 'p95', operator: '<', threshold: 100, ...partial })

/** A batch with response times in ms per label index. */
function batch(second: number, timesMs: Readonly<Record<number, readonly number[]>>): StoredBatch {
  const counters = Object.entries(timesMs).map(([index, times]) => {
    const one = new Counters()
    for (const ms of times) one.record(ms * 1_000, true, 0, 0)
    return { label: Number(index), ...one.toWire() }
  })
  return {
    workerId: 'agent/1.1',
    seq: second + 1,
    second,
    untilMs: null,
    users: 1,
    userPeaks: null,
    targetUsers: 1,
    iterations: 0,
    lateStarts: 0,
    droppedStarts: 0,
    sent: 0,
    completed: 0,
    counted: 0,
    labels: encodeLabels(counters),
    metrics: null,
    errors: [],
    health: null,
    end: null,
  }
}
function watchOf(
  rules: readonly SlaRule[],
  batches: readonly StoredBatch[],
  firstJudgedSecond = 0,
  plannedSeconds: number | null = null,
): SlaWatch {
  const plannedDurationMs = plannedSeconds === null ? null : plannedSeconds * 1_000
  const judged = judgedTimeOf({ rampUpEndMs: firstJudgedSecond * 1_000, plannedDurationMs })
  const watch = new SlaWatch({ rules, labels, firstJudgedSecond, graceSeconds: graceSecondsOf(judged) })
  for (const each of batches) watch.add(each)
  return watch
}

test('a rule looks at its label, at all requests, or for tps at all transactions', () => {
  const batches = [batch(0, { 0: [900], 1: [50, 50], 2: [300] })]
  const watch = watchOf(
    [
      rule({ id: 'list', label: 'list', metric: 'max' }),
      rule({ id: 'all', metric: 'max' }),
      rule({ id: 'tps', metric: 'tps', operator: '>=', threshold: 1 }),
      rule({ id: 'rps', metric: 'rps', operator: '>=', threshold: 1 }),
    ],
    batches,
  )
  watch.finish(0)
  expect(watch.results(1_000).map(({ state, value }) => [state, value])).toEqual([
    ['passed', 50],
    ['broken', 300],
    ['passed', 1],
    ['passed', 3],
  ])
})

test('iterations of arrivals are judged by their name alone, and never with requests or transactions', () => {
  const watch = watchOf(
    [
      rule({ id: 'all', metric: 'max' }),
      rule({ id: 'tps', metric: 'tps', operator: '>=', threshold: 1 }),
      rule({ id: 'shop', label: 'shop', metric: 'max' }),
      rule({ id: 'buy', label: 'buy', metric: 'max' }),
    ],
    [batch(0, { 0: [20], 1: [10], 2: [30], 3: [700], 4: [800] })],
  )
  watch.finish(0)
  expect(watch.results(0).map(({ value }) => value)).toEqual([30, 1, 700, 30])
})

test('a rule with an action fires once, when its window is full; one that only records never does', () => {
  const window = { kind: 'for', seconds: 2 } as const
  const watch = watchOf(
    [rule({ id: 'stop', window, action: 'stop' }), rule({ id: 'record', window })],
    [0, 1, 2, 3].map(second => batch(second, { 1: [500] })),
  )
  expect(watch.advance(0)).toEqual([])
  expect(watch.advance(1).map(({ id }) => id)).toEqual(['stop'])
  expect(watch.advance(3)).toEqual([])
})

test('a rule over the whole run acts only after ten judged seconds', () => {
  const watch = watchOf(
    [rule({ action: 'stop' })],
    Array.from({ length: 20 }, (_, second) => batch(second, { 1: [500] })),
    5,
  )
  expect(watch.advance(13)).toEqual([])
  expect(watch.advance(14)).toHaveLength(1)
})

test.each([
  [5, 60, 14],
  [5, 13, 8],
  [0, 3, 0],
  [0, 1, 0],
])(
  'a rule over the whole run acts in a run of any length: ramp-up %d s of %d s, in second %d',
  (rampUp, planned, acts) => {
    const batches = Array.from({ length: planned }, (_, second) => batch(second, { 1: [500] }))
    const watch = watchOf([rule({ action: 'stop' })], batches, rampUp, planned)
    expect(watch.advance(acts - 1)).toEqual([])
    expect(watch.advance(acts)).toHaveLength(1)
  },
)

test('rates are not evaluated on the seconds in which the load drains, times are', () => {
  const rules = [
    rule({ id: 'rps', metric: 'rps', operator: '>=', threshold: 1, window: { kind: 'for', seconds: 1 } }),
    rule({ id: 'max', metric: 'max' }),
  ]
  const watch = watchOf(rules, [batch(0, { 1: [10] }), batch(1, { 1: [10] }), batch(4, { 1: [5_000] })])
  watch.lastLoadSecond = 1
  watch.finish(4)
  expect(watch.results(0).map(({ state }) => state)).toEqual(['passed', 'broken'])
})

test('a rule on a step that never ran is broken and says so, or is left out where the rule says that', () => {
  const rules = [
    rule({ id: 'never', label: 'order' }),
    rule({ id: 'ignored', label: 'order', whenNotRun: 'ignore' }),
    rule({ id: 'rate', label: 'order', metric: 'rps', operator: '<', threshold: 9 }),
    rule({ id: 'ignored rate', label: 'order', metric: 'rps', operator: '>=', whenNotRun: 'ignore' }),
    rule({ id: 'ran', label: 'list' }),
    rule({ id: 'only in the ramp-up', label: 'buy' }),
  ]
  const batches = [batch(0, { 2: [10] }), batch(3, { 1: [10] })]
  const watch = watchOf(rules, batches, 2)
  const standing = () => watch.results(0).map(({ state, reason }) => [state, reason])
  watch.advance(3)
  // While the run goes on the step may still come.
  expect(standing()[0]).toEqual(['pending', null])
  watch.finish(4)
  expect(standing()).toEqual([
    ['broken', 'notRun'],
    ['notJudged', 'noSamples'],
    ['broken', 'notRun'],
    ['notJudged', 'noSamples'],
    ['passed', null],
    ['notJudged', 'noSamples'],
  ])
})

test('a part of a run says nothing about steps that are not in it', () => {
  const watch = new SlaWatch({
    rules: [rule({ label: 'order' })],
    labels,
    firstJudgedSecond: 2,
    isWhole: false,
  })
  watch.add(batch(3, { 1: [10] }))
  watch.finish(4)
  expect(watch.results(0)).toMatchObject([{ state: 'notJudged', reason: 'noSamples' }])
})

test.each([
  ['rampUp', 10, 9, 9],
  ['noSamples', 0, 9, 9],
  ['noFullSecond', 0, -1, 0],
] as const)(
  'a rule on which nothing could be judged says why: %s',
  (reason, firstJudgedSecond, lastLoadSecond, last) => {
    const rules = [
      rule({ metric: 'rps', label: reason === 'noSamples' ? 'order' : '' }),
      rule({ label: 'order', whenNotRun: 'ignore' }),
    ]
    const watch = new SlaWatch({
      rules: reason === 'noSamples' ? rules.slice(1) : rules.slice(0, 1),
      labels,
      firstJudgedSecond,
    })
    watch.lastLoadSecond = lastLoadSecond
    watch.add(batch(0, { 1: [10] }))
    watch.finish(last)
    expect(watch.results(0)).toMatchObject([{ state: 'notJudged', reason, value: null }])
  },
)

test('all rules together are broken by one, and held pending by one', () => {
  const results = (states: readonly SlaResult['state'][]) =>
    states.map(state => ({
      rule: rule({}),
      state,
      reason: null,
      value: null,
      firstBrokenAt: null,
      violatedSeconds: 0,
    }))
  expect(overallSla(results(['passed', 'broken', 'pending']))).toBe('broken')
  expect(overallSla(results(['passed', 'pending', 'notJudged']))).toBe('pending')
  expect(overallSla(results(['passed', 'notJudged']))).toBe('passed')
  expect(overallSla(results(['notJudged']))).toBe('notJudged')
  expect(overallSla([])).toBe('none')
  const verdictOf = (states: readonly SlaResult['state'][], isGeneratorLimit: boolean) =>
    runVerdict({ slaResults: results(states), isGeneratorLimit })
  expect(verdictOf(['passed'], false)).toBe('passed')
  for (const states of [['passed'], ['broken'], []] as const)
    expect(verdictOf(states, true)).toBe('notReliable')
})

test('a broken rule names its value and interval, no longer than the run', () => {
  const windows = [{ kind: 'wholeRun' }, { kind: 'for', seconds: 2 }, { kind: 'within', seconds: 2 }] as const
  const rules = windows.map((window, index) => rule({ id: String(index), metric: 'max', window }))
  const batches = [10, 200, 300, 20].map((ms, second) => batch(second, { 1: [ms] }))
  const watch = watchOf(rules, batches)
  watch.finish(3)
  expect(watch.results(50_000, 3_400).map(({ violation }) => violation)).toEqual([
    { value: 300, fromMs: 0, toMs: 3_400 },
    { value: 300, fromMs: 1_000, toMs: 3_000 },
    { value: 200, fromMs: 0, toMs: 2_000 },
  ])
})
