import { expect, test } from 'vitest'
import { type ProgressFacts, progressOf } from './progress-of.ts'

const shown = (state: ProgressFacts['state'], doneTasks: number, allTasks: number) => {
  const { percent, isActive, tone, hasWord } = progressOf({ state, doneTasks, allTasks })
  return [percent, tone, isActive ? 'active' : 'still', hasWord ? 'word' : 'no word']
}

test('the bar shows the share of finished tasks in the colour of the state', () => {
  expect(shown('waiting', 0, 4)).toEqual([0, 'off', 'active', 'no word'])
  expect(shown('running', 1, 4)).toEqual([25, 'running', 'active', 'no word'])
  expect(shown('complete', 4, 4)).toEqual([100, 'passed', 'still', 'no word'])
})

test('a failed, stopped or missed execution shows its state beside its share', () => {
  expect(shown('failed', 3, 4)).toEqual([75, 'failed', 'still', 'word'])
  expect(shown('failed', 0, 1)).toEqual([0, 'failed', 'still', 'word'])
  expect(shown('stopped', 1, 2)).toEqual([50, 'warning', 'still', 'word'])
  expect(shown('missed', 0, 2)).toEqual([0, 'warning', 'still', 'word'])
})

test('a missed execution without tasks does not divide by zero', () => {
  expect(shown('missed', 0, 0)).toEqual([0, 'warning', 'still', 'word'])
})
