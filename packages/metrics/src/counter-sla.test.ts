import { expect, it } from 'vitest'
import { type CounterCondition, CounterEvaluator } from './counter-sla.ts'

type Span = readonly [from: number, to: number, value: number]
const second = 1_000

/** Below 80, over this window. */
const below = (window: CounterCondition['window']): CounterCondition => ({
  operator: '<',
  threshold: 80,
  window,
})

/** Feeds spans in seconds, judged from `from` seconds on. */
function judged(condition: CounterCondition, spans: readonly Span[], from = 0): CounterEvaluator {
  const evaluator = new CounterEvaluator(condition, from * second)
  for (const [begin, end, value] of spans)
    evaluator.feed({ fromMs: begin * second, toMs: end * second, value })
  return evaluator
}

it('is broken once values violate it for as long as the window, whatever the time between them', () => {
  const three = below({ kind: 'for', seconds: 10 })
  const steps: Span[] = [
    [0, 5, 90],
    [5, 10, 95],
  ]
  expect(judged(three, steps.slice(0, 1)).verdict.state).toBe('passed')
  expect(judged(three, steps).verdict).toMatchObject({
    state: 'broken',
    firstBrokenMs: 10_000,
    violation: { value: 95, fromMs: 0, toMs: 10_000 },
    violatedMs: 10_000,
  })
  // One value that stands for longer than the window suffices.
  expect(judged(below({ kind: 'for', seconds: 3 }), [[0, 5, 90]]).verdict.state).toBe('broken')
  expect(
    judged(three, [
      [0, 5, 90],
      [5, 10, 79],
      [10, 15, 90],
    ]).verdict.state,
  ).toBe('passed')
})

it('takes missing time neither for kept nor for violated: it interrupts a stretch and is told', () => {
  const evaluator = judged(below({ kind: 'for', seconds: 10 }), [
    [0, 5, 90],
    [30, 35, 90],
  ])
  expect(evaluator.verdict).toMatchObject({ state: 'passed', violatedMs: 10_000, missingMs: 25_000 })
  expect(evaluator.missingSince(36_000)).toBe(0)
  expect(evaluator.missingSince(50_000)).toBe(15_000)
  const none = judged(below({ kind: 'wholeRun' }), [])
  expect(none.finish(60_000)).toMatchObject({ state: 'none', value: null, missingMs: 60_000 })
})

it('leaves gaps out of means, and judges a window of which at least half has values', () => {
  const whole = judged(below({ kind: 'wholeRun' }), [
    [0, 5, 70],
    [100, 105, 80],
  ])
  expect(whole.verdict).toMatchObject({ state: 'passed', value: 75, missingMs: 95_000 })
  const window = below({ kind: 'within', seconds: 20 })
  expect(judged(window, [[0, 5, 90]]).verdict.state).toBe('pending')
  expect(
    judged(window, [
      [0, 5, 90],
      [16, 20, 90],
    ]).verdict.state,
  ).toBe('pending')
  expect(
    judged(window, [
      [0, 5, 60],
      [15, 20, 90],
    ]).verdict,
  ).toMatchObject({ state: 'passed', value: 75 })
  expect(
    judged(window, [
      [0, 5, 90],
      [15, 20, 90],
    ]).verdict,
  ).toMatchObject({
    state: 'broken',
    violation: { value: 90, fromMs: 0, toMs: 20_000 },
  })
  expect(judged(window, [[0, 5, 90]]).finish(8_000)).toMatchObject({ state: 'broken', value: 90 })
})

it('cuts off the ramp-up, and weights parts of a second by their length', () => {
  const evaluator = judged(
    below({ kind: 'wholeRun' }),
    [
      [0, 2, 99],
      [2, 4.5, 90],
      [4.5, 5, 60],
    ],
    4,
  )
  expect(evaluator.verdict.value).toBeCloseTo(75)
  expect(evaluator.verdict.missingMs).toBe(0)
})

it('over the whole run follows its value until the end', () => {
  const rule = below({ kind: 'wholeRun' })
  expect(judged(rule, [[0, 1, 100]]).verdict).toMatchObject({ state: 'broken', firstBrokenMs: 1_000 })
  expect(
    judged(rule, [
      [0, 1, 100],
      [1, 2, 10],
    ]).verdict,
  ).toMatchObject({
    state: 'passed',
    firstBrokenMs: null,
    violation: null,
  })
})
