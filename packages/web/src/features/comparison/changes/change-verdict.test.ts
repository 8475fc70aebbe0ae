import { type Change, comparisonMetrics } from '@pone/contract/entities/comparison.ts'
import { describe, expect, it } from 'vitest'
import { type Answer, answerOf, answerTone, isLarge, isNotable, verdictOf } from './change-verdict.ts'

const change = (delta: number, deltaPercent: number | null, over: Partial<Change> = {}): Change => ({
  delta,
  deltaPercent,
  significance: 'different',
  pValue: 0.001,
  lowDelta: delta,
  highDelta: delta,
  windowSeconds: 5,
  smallestDelta: null,
  smallestPercent: null,
  ...over,
})

describe('the verdict on a change', () => {
  it.each([
    ['p95Ms', change(20, 18), 'worse'],
    ['p95Ms', change(-20, -18), 'better'],
    ['perSecond', change(-20, -18), 'worse'],
    ['receivedBytesPerSecond', change(-20, -18), 'changed'],
    ['p95Ms', change(2, 4.9), 'small'],
    ['p95Ms', change(2, 5), 'worse'],
    // A change from 0 has no percentage that could be compared with the tolerance.
    ['errorPercent', change(0.2, null), 'worse'],
    ['p95Ms', change(20, 18, { significance: 'notShown' }), 'notShown'],
    ['p95Ms', change(20, 18, { significance: 'unknown' }), 'unknown'],
    ['maxMs', change(20, 18, { significance: 'untested' }), 'untested'],
    ['p95Ms', change(0, 0), 'small'],
  ] as const)('of %s, %o: %s', (metric, of, verdict) => {
    expect(verdictOf(metric, of, 5)).toBe(verdict)
  })
})

describe('the answer for a run', () => {
  const changes = (over: object) => ({
    ...(Object.fromEntries(
      comparisonMetrics.map(metric => [metric, change(0, 0, { significance: 'notShown' })]),
    ) as Record<(typeof comparisonMetrics)[number], Change>),
    ...over,
  })

  it('reports both when the run is faster but fails more often', () => {
    expect(answerOf(changes({ p95Ms: change(-9, -30), errorPercent: change(4, null) }), 5)).toEqual({
      speed: 'faster',
      speedMetric: 'p95Ms',
      errors: 'more',
    })
  })

  it.each([
    ['a small change that is significant', change(1, 2), 'same'],
    ['a small one that is not', change(1, 2, { significance: 'notShown' }), 'notShown'],
    ['a large one that may be chance', change(9, 30, { significance: 'notShown' }), 'notShown'],
  ])('does not take %s for a change of the speed', (_name, p95Ms, speed) => {
    expect(answerOf(changes({ p95Ms }), 5)).toEqual({ speed, speedMetric: 'p95Ms', errors: null })
  })

  it('uses the first metric of P95, P90, P50 and average that can be tested, and is unknown when none can', () => {
    const unknown = change(1, 20, { significance: 'unknown' })
    expect(answerOf(changes({ p95Ms: unknown, p90Ms: change(9, 30) }), 5)).toMatchObject({
      speed: 'slower',
      speedMetric: 'p90Ms',
    })
    const none = { p95Ms: unknown, p90Ms: unknown, p50Ms: unknown, avgMs: unknown }
    expect(answerOf(changes(none), 5)).toMatchObject({ speed: 'unknown', speedMetric: 'p95Ms' })
  })
})

describe('the tone of an answer', () => {
  it.each([
    ['slower', null, 'failed'],
    ['slower', 'fewer', 'failed'],
    ['same', 'more', 'failed'],
    ['unknown', 'more', 'failed'],
    ['faster', 'more', 'warning'],
    ['unknown', null, 'warning'],
    ['unknown', 'fewer', 'warning'],
    ['faster', null, 'passed'],
    ['same', 'fewer', 'passed'],
    ['same', null, 'off'],
    ['notShown', null, 'off'],
  ] as const satisfies readonly (readonly [Answer['speed'], Answer['errors'], string])[])(
    'of %s with errors %s is %s',
    (speed, errors, tone) => expect(answerTone({ speed, errors, speedMetric: 'p95Ms' })).toBe(tone),
  )
})

it.each([
  [change(3, 5), true],
  [change(-3, -5), true],
  [change(3, 4.9), false],
  [change(3, null), true],
  [change(0, null), false],
])('%o is large beside a tolerance of 5 %%: %s', (of, isOne) => expect(isLarge(of, 5)).toBe(isOne))

it('better, worse and changed are notable', () => {
  expect(
    (['better', 'worse', 'changed', 'small', 'notShown', 'unknown', 'untested'] as const).filter(isNotable),
  ).toEqual(['better', 'worse', 'changed'])
})

it('fewer and more errors are reported together with the speed', () => {
  const of = (errors: Change) => {
    const same = change(0, 0, { significance: 'notShown' })
    const changes = Object.fromEntries(comparisonMetrics.map(metric => [metric, same]))
    return answerOf(
      { ...(changes as Record<(typeof comparisonMetrics)[number], Change>), errorPercent: errors },
      5,
    ).errors
  }
  expect(of(change(-2, -50))).toBe('fewer')
  expect(of(change(2, 50))).toBe('more')
  expect(of(change(0.1, 2))).toBeNull()
})
