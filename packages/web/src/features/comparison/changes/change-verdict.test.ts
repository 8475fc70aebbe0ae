import { type Change, comparisonMetrics } from '@pone/contract/entities/comparison.ts'
import { describe, expect, it } from 'vitest'
import { answerOf, verdictOf } from './change-verdict.ts'

const change = (delta: number, deltaPercent: number | null, over: Partial<Change> = {}): Change => ({
  delta,
  deltaPercent,
  significance: 'different',
  pValue: 0.001,
  lowDelta: delta,
  highDelta: delta,
  windowSeconds: 5,
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
    // From nothing to something has no percentage to tolerate.
    ['errorPercent', change(0.2, null), 'worse'],
    ['p95Ms', change(20, 18, { significance: 'same' }), 'same'],
    ['p95Ms', change(20, 18, { significance: 'unknown' }), 'unknown'],
    ['maxMs', change(20, 18, { significance: 'untested' }), 'untested'],
    ['p95Ms', change(0, 0), 'same'],
  ] as const)('of %s, %o: %s', (metric, of, verdict) => {
    expect(verdictOf(metric, of, 5)).toBe(verdict)
  })
})

describe('the answer for a run', () => {
  const changes = (over: object) => ({
    ...(Object.fromEntries(
      comparisonMetrics.map(metric => [metric, change(0, 0, { significance: 'same' })]),
    ) as Record<(typeof comparisonMetrics)[number], Change>),
    ...over,
  })

  it('says both when it is faster because it fails', () => {
    expect(answerOf(changes({ p95Ms: change(-9, -30), errorPercent: change(4, null) }), 5)).toEqual({
      speed: 'faster',
      speedMetric: 'p95Ms',
      errors: 'more',
    })
  })

  it.each([
    ['a small change', change(1, 2), 'same'],
    ['a large one that may be chance', change(9, 30, { significance: 'same' }), 'unclear'],
  ])('takes %s for no difference in speed', (_name, p95Ms, speed) => {
    expect(answerOf(changes({ p95Ms }), 5)).toEqual({ speed, speedMetric: 'p95Ms', errors: null })
  })

  it('takes the highest figure that can be tested, and does not tell when none can', () => {
    const unknown = change(1, 20, { significance: 'unknown' })
    expect(answerOf(changes({ p95Ms: unknown, p90Ms: change(9, 30) }), 5)).toMatchObject({
      speed: 'slower',
      speedMetric: 'p90Ms',
    })
    const none = { p95Ms: unknown, p90Ms: unknown, p50Ms: unknown, avgMs: unknown }
    expect(answerOf(changes(none), 5)).toMatchObject({ speed: 'unknown', speedMetric: 'p95Ms' })
  })
})
