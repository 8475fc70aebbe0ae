import { judgeRun } from '@pone/results/verdict/verdict.ts'
import { expect, test } from 'vitest'
import { isRight, namedIn, scoreSeeds } from './score.ts'
import { makeTrial } from './trials.ts'

test('of 12 systems most verdicts are right, and none is given below the limit', () => {
  const seeds = Array.from({ length: 6 }, (_, index) => 500 + index)
  const score = scoreSeeds(seeds, () => undefined)
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
