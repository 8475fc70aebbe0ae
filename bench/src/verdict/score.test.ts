import { fitKnee } from '@pone/results/verdict/knee.ts'
import { judgeRun } from '@pone/results/verdict/verdict.ts'
import { expect, test } from 'vitest'
import { isFalselyExcluded, isRight, namedIn, scoreSeeds } from './score.ts'
import { makeTrial, trialCases } from './trials.ts'

test('of 12 systems most verdicts are right, and none is given below the limit', () => {
  const seeds = Array.from({ length: 6 }, (_, index) => 500 + index)
  const score = scoreSeeds(seeds, () => undefined, ['usual'])
  expect(score).toMatchObject({ systems: 12, saturated: 6, control: 6 })
  expect(score.right01).toBeGreaterThanOrEqual(0.8)
  expect(score.falseVerdict01).toBe(0)
  expect(score.kneeErrorPercent).toBeLessThan(10)
})

test('a trial follows from its seed alone', () => {
  const [first, again] = [makeTrial(502, 'control'), makeTrial(502, 'control')]
  expect(first).toEqual(again)
  expect(first.isSaturated).toBe(false)
})

test('a verdict that names another resource, or any where the cause is hidden, is wrong', () => {
  const trial = makeTrial(501, 'saturated')
  const verdict = judgeRun(trial.observation)
  expect(namedIn(verdict)).toBe('dbCpu')
  expect(isRight({ ...trial, isHidden: false }, verdict)).toBe(true)
  expect(isRight({ ...trial, isHidden: true }, verdict)).toBe(false)
  expect(isRight({ ...trial, isHidden: false, plan: { ...trial.plan, cause: 'link' } }, verdict)).toBe(false)
})

test('cases differ in how long a run is, how often is read, and what the lock and a CPU tell', () => {
  const trials = new Map(trialCases.map(kind => [kind, makeTrial(503, 'saturated', kind)]))
  expect(trials.get('short')?.observation.windows).toHaveLength(60)
  const steps = trials
    .get('fiveSeconds')
    ?.observation.resources.flatMap(({ used }) =>
      used.slice(1).map(({ atMs }, at) => atMs - (used[at]?.atMs ?? 0)),
    )
  expect(Math.min(...(steps ?? []))).toBe(5_000)
  // An odd seed: the lock is the cause, and its readings are 0 or 1.
  const gauge = trials.get('gauge')
  expect(gauge?.plan.cause).toBe('lock')
  const held = gauge?.observation.resources.find(({ id }) => id === 'lock')
  if (gauge?.isHidden === false) {
    expect(held).toMatchObject({ nature: 'held', capacity: 1 })
    expect(held?.used.every(({ value }) => value === 0 || value === 1)).toBe(true)
  }
  const full = trials.get('fullBefore')
  expect(full?.plan.cause).toBe(full?.quality.filled)
})

test('a watched cause that is ruled out, or is said to be none of the observed, is falsely excluded', () => {
  const trial = { ...makeTrial(501, 'saturated'), isHidden: false }
  const verdict = judgeRun(trial.observation)
  expect(isFalselyExcluded(trial, verdict)).toBe(false)
  if (!('ruledOut' in verdict)) throw new Error('no knee')
  const other = verdict.ruledOut[0]
  if (other === undefined) throw new Error('nothing was ruled out')
  const asCause = { ...trial, plan: { ...trial.plan, cause: other.id as typeof trial.plan.cause } }
  expect(isFalselyExcluded(asCause, verdict)).toBe(true)
  const none = { ...verdict, kind: 'noneObserved' as const, ruledOut: [], monitorNext: [] }
  expect(isFalselyExcluded(trial, none)).toBe(true)
  expect(isFalselyExcluded({ ...trial, isHidden: true }, none)).toBe(false)
})

test('"not enough data" is right only where too little can be known by the making of the system', () => {
  const trial = makeTrial(505, 'saturated', 'fullBefore')
  const { knee, responseGrowth } = { responseGrowth: 3, ...kneeOf(trial) }
  const ofCause = {
    id: trial.plan.cause,
    names: { zh: '', en: '' },
    tier: 'application' as const,
    nature: 'busy' as const,
    ceiling: null,
    levelBefore: 1,
    levelAfter: 1,
    correlation: 0,
    waitingShare01: null,
    readingsBefore: 30,
    readingsAfter: 30,
    reason: 'fullBefore' as const,
    power01: null,
    canBeCause: true,
    intervalMs: 5_000,
  }
  const facts = { kind: 'notEnoughData' as const, knee, responseGrowth, ruledOut: [], monitorNext: [] }
  expect(isRight(trial, { ...facts, notJudged: [ofCause] })).toBe(true)
  expect(isRight(trial, { ...facts, notJudged: [] })).toBe(false)
  // With all readings of a long run nothing is missing.
  const readings = trial.observation.resources.find(({ id }) => id === trial.plan.cause)?.used ?? []
  const middleMs = readings[Math.floor(readings.length / 2)]?.atMs ?? 0
  const known = { ...trial, quality: { ...trial.quality, filled: null }, kneeSecond: middleMs / 1_000 }
  expect(isRight(known, { ...facts, notJudged: [ofCause] })).toBe(false)
})

function kneeOf({ observation }: ReturnType<typeof makeTrial>) {
  const knee = fitKnee(observation.windows)
  if (knee === null) throw new Error('no knee')
  return { knee }
}
