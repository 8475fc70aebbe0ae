import { type Run, runSchema } from '@pone/contract/entities/run.ts'
import { describe, expect, it } from 'vitest'
import { type Chosen, wholeRun } from './comparison-address.ts'
import { type KnownRun, planComparison } from './comparison-plan.ts'

const ids = ['a', 'b', 'c'].map(digit => `${digit.repeat(8)}-1111-4111-8111-111111111111`)
const run = (at: number, changes: Partial<Run> = {}): Run =>
  runSchema.parse({
    id: ids[at],
    number: at + 1,
    engine: 'pr',
    scenarioId: null,
    scenarioName: 'shop',
    clusterName: 'local',
    state: 'complete',
    cause: 'planned',
    causeDetail: '',
    startedBy: 'li.lei',
    createdAt: 0,
    startedAt: 0,
    endedAt: 60_000,
    plannedDurationMs: null,
    peakUsers: 1,
    requests: 1,
    failed: 0,
    requestsPerSecond: 1,
    p95Ms: 1,
    sla: 'none',
    ...changes,
  })
const chosen = (changes: Partial<Chosen> = {}): Chosen => ({
  runs: ids.map(id => ({ id, part: null })),
  baseline: null,
  part: wholeRun,
  ...changes,
})
const planned = (known: readonly KnownRun[], changes: Partial<Chosen> = {}) => {
  const { entries, baseline, parts } = planComparison(chosen(changes), known)
  return {
    leftOut: entries.map(entry => entry.leftOut),
    baseline: baseline?.run?.number ?? null,
    parts: parts.map(({ runId, fromMs, toMs }) => [ids.indexOf(runId) + 1, fromMs, toMs]),
  }
}

describe('the plan of a comparison', () => {
  it('contains every run from start to end, the baseline first', () => {
    expect(planned([run(0), run(1), run(2)], { baseline: ids[2] ?? null })).toEqual({
      leftOut: [null, null, null],
      baseline: 3,
      parts: [
        [3, null, null],
        [1, null, null],
        [2, null, null],
      ],
    })
  })

  it('skips a deleted run, also when it was the baseline', () => {
    expect(planned(['deleted', run(1), run(2)])).toEqual({
      leftOut: ['deleted', null, null],
      baseline: 2,
      parts: [
        [2, null, null],
        [3, null, null],
      ],
    })
  })

  it('excludes runs of the other engine and those that never started', () => {
    const { leftOut } = planned([run(0), run(1, { engine: 'jmeter' }), run(2, { startedAt: null })])
    expect(leftOut).toEqual([null, 'otherEngine', 'notStarted'])
  })

  it('applies the common range to all runs without their own, and ends at the end of a run', () => {
    const known = [run(0), run(1, { endedAt: 40_000 }), run(2, { endedAt: 10_000 })]
    const runs = ids.map((id, at) => ({ id, part: at === 0 ? { from: 0, to: 20 } : null }))
    expect(planned(known, { runs, part: { from: 10, to: 50 } })).toEqual({
      leftOut: [null, null, 'partOutside'],
      baseline: 1,
      parts: [
        [1, null, 20_000],
        [2, 10_000, null],
      ],
    })
  })

  it('is incomplete while a run is being read', () => {
    expect(planned([run(0), null, null]).parts).toHaveLength(1)
  })
})
