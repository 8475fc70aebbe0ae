/** The table of what an SLA rule says about given seconds. */
import { describe, expect, test } from 'vitest'
import { Counters } from './counters.ts'
import { judgeSla, type SlaCondition, SlaEvaluator } from './sla.ts'

/** A second given as its response times in ms (negative: failed), or null for one without samples. */
type Second = readonly number[] | null
const countersOf = (second: Second): Counters | null => {
  if (second === null) return null
  const counters = new Counters()
  for (const ms of second) counters.record(Math.abs(ms) * 1_000, ms >= 0, 0, 0)
  return counters
}
const judge = (condition: SlaCondition, seconds: readonly Second[], firstJudgedSecond = 0) =>
  judgeSla(condition, { firstJudgedSecond, lastSecond: seconds.length - 1 }, second =>
    countersOf(seconds[second] ?? null),
  )
const rule = (
  metric: SlaCondition['metric'],
  operator: SlaCondition['operator'],
  threshold: number,
  window: SlaCondition['window'] = { kind: 'wholeRun' },
): SlaCondition => ({ metric, operator, threshold, window })

describe('each metric over the whole run', () => {
  const seconds: Second[] = [
    [10, 20, 30, -40],
    [50, 60],
  ]
  test.each([
    ['avg', 35],
    ['max', 60],
    ['tps', 3],
    ['rps', 3],
    ['errorPercent', 100 / 6],
    ['successPercent', 500 / 6],
  ] as const)('%s', (metric, value) => {
    expect(judge(rule(metric, '<', 1_000), seconds).value).toBeCloseTo(value)
  })
  test.each([
    ['p50', 30],
    ['p90', 60],
    ['p95', 60],
    ['p99', 60],
    ['p999', 60],
  ] as const)('%s', (metric, value) => {
    expect(judge(rule(metric, '<', 1_000), seconds).value).toBeCloseTo(value, 1)
  })
})

test.each([
  ['<', 100, 'broken'],
  ['<=', 100, 'passed'],
  ['>', 100, 'broken'],
  ['>=', 100, 'passed'],
  ['<', 101, 'passed'],
  ['>', 99, 'passed'],
] as const)('max of 100 ms %s %d is %s', (operator, threshold, state) => {
  expect(judge(rule('max', operator, threshold), [[100]]).state).toBe(state)
})

test('the ramp-up is not evaluated', () => {
  expect(judge(rule('max', '<', 100), [[500], [500], [10]], 2)).toEqual({
    state: 'passed',
    value: 10,
    violatedSeconds: 0,
    firstBrokenSecond: null,
    violation: null,
  })
})

test('a whole-run rule follows its value and may recover', () => {
  const evaluator = new SlaEvaluator(rule('avg', '<', 100), 0)
  expect(evaluator.verdict.state).toBe('pending')
  expect(evaluator.feed(0, countersOf([150]))).toMatchObject({
    state: 'broken',
    firstBrokenSecond: 0,
    violation: { value: 150, fromSecond: 0, toSecond: 0 },
  })
  expect(evaluator.feed(1, countersOf([10, 20]))).toEqual({
    state: 'passed',
    value: 60,
    violatedSeconds: 1,
    firstBrokenSecond: null,
    violation: null,
  })
})

test('a broken whole-run rule has the present value on everything judged', () => {
  expect(judge(rule('avg', '<', 100), [[10], [150], [350], null], 1).violation).toEqual({
    value: 250,
    fromSecond: 1,
    toSecond: 3,
  })
})

describe('a rule for n seconds', () => {
  const condition = rule('p95', '<', 100, { kind: 'for', seconds: 3 })
  test('breaks in the nth violated second in a row and stays broken', () => {
    expect(judge(condition, [[10], [200], [200], [200], [10]])).toEqual({
      state: 'broken',
      value: 10,
      violatedSeconds: 3,
      firstBrokenSecond: 3,
      // Not the good value after it, and not a later violation.
      violation: { value: 200, fromSecond: 1, toSecond: 3 },
    })
  })
  test('holds when a good second or one without samples comes between', () => {
    expect(judge(condition, [[200], [200], [10], [200], [200]]).state).toBe('passed')
    expect(judge(condition, [[200], [200], null, [200], [200]])).toMatchObject({
      state: 'passed',
      violatedSeconds: 4,
    })
  })
})

describe('a rule within n seconds', () => {
  const condition = rule('avg', '<', 100, { kind: 'within', seconds: 2 })
  test('looks at the merged last n seconds', () => {
    expect(judge(condition, [[10], [150], [60], [200], [10]])).toEqual({
      state: 'broken',
      value: 105,
      violatedSeconds: 3,
      firstBrokenSecond: 2,
      violation: { value: 105, fromSecond: 1, toSecond: 2 },
    })
  })
  test('waits for the first full window, and judges what there is when the run ends before', () => {
    const evaluator = new SlaEvaluator(condition, 0)
    expect(evaluator.feed(0, countersOf([500])).state).toBe('pending')
    expect(evaluator.finish(0)).toMatchObject({
      state: 'broken',
      value: 500,
      violation: { value: 500, fromSecond: 0, toSecond: 0 },
    })
  })
  test('forgets seconds that left the window, extremes and percentiles too', () => {
    const last = (metric: SlaCondition['metric']) =>
      judge(rule(metric, '<', 1, { kind: 'within', seconds: 2 }), [[900], [20], [30, 40]]).value
    expect(last('max')).toBe(40)
    expect(last('p99')).toBe(40)
    expect(last('p50')).toBeCloseTo(30, 1)
  })
})

describe('seconds without any sample', () => {
  test('do not violate response times', () => {
    expect(judge(rule('p99', '>', 5, { kind: 'for', seconds: 1 }), [[10], null, null])).toMatchObject({
      state: 'passed',
      violatedSeconds: 0,
    })
  })
  test('count for rates after the ramp-up', () => {
    const condition = rule('rps', '>=', 1, { kind: 'for', seconds: 2 })
    expect(judge(condition, [null, null, [1], null, null], 2)).toMatchObject({
      state: 'broken',
      value: 0,
      firstBrokenSecond: 4,
    })
    expect(judge(rule('tps', '>=', 1), [[1, 1], null, null]).value).toBeCloseTo(2 / 3)
  })
  test('are filled in where the feed leaves them out', () => {
    const evaluator = new SlaEvaluator(rule('rps', '>', 0), 0)
    evaluator.feed(0, countersOf([1]))
    expect(evaluator.feed(9, countersOf([1])).value).toBeCloseTo(0.2)
  })
  test('leave nothing to judge when there are no others', () => {
    expect(judge(rule('avg', '<', 5), [null, null])).toMatchObject({ state: 'none', value: null })
  })
})
