import type { ComparisonCurve } from '@pone/contract/entities/comparison.ts'
import { describe, expect, it } from 'vitest'
import type { ShownRun } from '../shown-run.ts'
import { commonSeconds, curveSeries, isSparse, suspectSpans } from './curve-series.ts'

const curve = (
  runId: string,
  seconds: readonly number[],
  suspect: readonly number[] = [],
): ComparisonCurve => ({
  runId,
  points: seconds.map(second => ({
    second,
    users: 1,
    requests: second * 2,
    failed: 0,
    avgMs: null,
    p50Ms: null,
    p90Ms: null,
    p95Ms: null,
    p99Ms: null,
    isSuspect: suspect.includes(second),
  })),
})
const runs = [
  { id: 'a', number: 11, color: 'name1' },
  { id: 'b', number: 12, color: 'name2' },
] as unknown as readonly ShownRun[]

describe('curves of compared runs', () => {
  const curves = [curve('b', [0, 2, 4]), curve('a', [0, 1, 2])]

  it('share one axis, with gaps where a run has no point, in the order of the runs', () => {
    const seconds = commonSeconds(curves)
    expect(seconds).toEqual([0, 1, 2, 4])
    expect(curveSeries(curves, runs, seconds, point => point.requests)).toEqual([
      { key: 'a', label: '#11', color: 'name1', values: [0, 2, 4, null] },
      { key: 'b', label: '#12', color: 'name2', values: [0, null, 4, 8] },
    ])
  })

  it.each([
    [[1, 2, 3, null, 5], false],
    [[1, null, 3, null, 5], true],
    [[null, null, 4, null], true],
    [[null, null], false],
  ])('of %j are dots: %s', (values, isDots) => {
    expect(isSparse([{ key: 'a', label: '#1', color: 'name1', values }])).toBe(isDots)
  })

  it('return suspect seconds as spans', () => {
    const suspect = [curve('a', [0, 2, 4, 6, 8], [2, 4, 8]), curve('b', [0, 2])]
    expect(suspectSpans(suspect, runs, 2)).toEqual([
      { number: 11, from: 2, to: 6 },
      { number: 11, from: 8, to: 10 },
    ])
  })
})
