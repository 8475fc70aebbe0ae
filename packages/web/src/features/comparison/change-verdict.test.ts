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
      errors: 'more',
    })
  })

  it('takes a small change for none', () => {
    expect(answerOf(changes({ p95Ms: change(1, 2) }), 5)).toEqual({ speed: 'same', errors: null })
  })

  it('does not tell without enough figures', () => {
    expect(answerOf(changes({ p95Ms: change(1, 20, { significance: 'unknown' }) }), 5).speed).toBe('unknown')
  })
})
