import { describe, expect, it } from 'vitest'
import { idOf, runDetailOf } from '../../../test-runs.ts'
import { rampUpSeconds, toggled, withPart, withRuns } from './choice-changes.ts'
import { type Chosen, wholeRun } from './comparison-address.ts'

const chosen: Chosen = {
  runs: [
    { id: 'a', part: { from: 1, to: 2 } },
    { id: 'b', part: null },
  ],
  baseline: 'b',
  part: wholeRun,
}

describe('a changed selection of runs', () => {
  it('keeps time ranges and baseline of the runs that stay', () => {
    expect(withRuns(chosen, ['c', 'b', 'a'])).toEqual({
      runs: [
        { id: 'c', part: null },
        { id: 'b', part: null },
        { id: 'a', part: { from: 1, to: 2 } },
      ],
      baseline: 'b',
    })
  })

  it('has no baseline when that run is removed', () => {
    expect(withRuns(chosen, ['a']).baseline).toBeNull()
    expect(withRuns({ ...chosen, baseline: null }, ['a']).baseline).toBeNull()
  })

  it('adds and removes a run, ten at most', () => {
    const ten = Array.from({ length: 10 }, (_, at) => String(at))
    expect(toggled(['a'], 'b')).toEqual(['a', 'b'])
    expect(toggled(['a', 'b'], 'a')).toEqual(['b'])
    expect(toggled(ten.slice(0, 9), 'x')).toHaveLength(10)
    expect(toggled(ten, 'x')).toEqual(ten)
  })
})

it('a time range belongs to one run, which may follow the others again, or to all', () => {
  const part = { from: 5, to: null }
  expect(withPart(chosen, 'b', part).runs?.map(run => run.part)).toEqual([{ from: 1, to: 2 }, part])
  expect(withPart(chosen, 'a', null).runs?.map(run => run.part)).toEqual([null, null])
  expect(withPart(chosen, null, part)).toEqual({ part })
  expect(withPart(chosen, null, null)).toEqual({})
})

it('the longest ramp-up counts, where a load model has one', () => {
  const ramp = (seconds: number) =>
    runDetailOf(1, {
      scenario: {
        loadModel: { kind: 'constant', users: 1, rampUpSeconds: seconds, durationSeconds: 60, loops: 0 },
      },
    })
  const surge = runDetailOf(1, {
    scenario: {
      loadModel: { kind: 'surge', min: 1, max: 9, peakSeconds: 30, count: 1, durationSeconds: 60 },
    },
  })
  expect(idOf(1)).toBe(surge.id)
  expect(rampUpSeconds([ramp(5), surge, ramp(20), ramp(7)])).toBe(20)
  expect(rampUpSeconds([surge])).toBe(0)
  expect(rampUpSeconds([])).toBe(0)
})
