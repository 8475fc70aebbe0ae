import { expect, test } from 'vitest'
import { durationsOf, longestFirst } from './durations.ts'
import { outcomeOf } from './outcome.ts'

const unit = (kind: 'check' | 'file' | 'journey', name: string, seconds: number) => ({
  kind,
  name,
  passed: 1,
  failures: [],
  seconds,
})

test('what takes longest comes first; what is not known keeps its order behind', () => {
  const durations = { b: 3, 'journey a': 9, c: 30 }
  const units = ['x', 'b', 'a', 'c'].map(name => ({ kind: 'file' as const, name }))
  expect(longestFirst(units, each => each, durations).map(({ name }) => name)).toEqual(['c', 'b', 'x', 'a'])
})

test('durations of files and journeys are kept in whole seconds, short ones and checks are not', () => {
  const outcome = outcomeOf([
    unit('file', 'b.test.ts', 2.4),
    unit('file', 'a.test.ts', 0.9),
    unit('journey', 'alerts', 61.6),
    unit('check', 'check:lint', 50),
  ])
  expect(durationsOf(outcome)).toEqual({ 'b.test.ts': 2, 'journey alerts': 62 })
})
