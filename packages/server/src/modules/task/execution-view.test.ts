import { taskStates } from '@pone/contract/entities/task.ts'
import { expect, test } from 'vitest'
import { isDone, releaseAtOf } from './execution-view.ts'

const now = 1_000_000
const ended = { isEnded: true, isPending: false, startedAt: 0, plannedMs: 60_000 }
const running = (startedAt: number, plannedMs: number | null = 60_000) => ({
  isEnded: false,
  isPending: false,
  startedAt,
  plannedMs,
})
const pending = (plannedMs: number | null = 60_000) => ({
  isEnded: false,
  isPending: true,
  startedAt: null,
  plannedMs,
})
const sequence = { mode: 'sequence', pauseSeconds: 5 } as const
const parallel = { mode: 'parallel', pauseSeconds: 5 } as const

test.each([
  [
    'a sequence adds what is left, with its pauses',
    [ended, running(now - 20_000), pending(), pending(10_000)],
    sequence,
    40_000 + 60_000 + 10_000 + 10_000,
  ],
  [
    'parallel tasks are over with the longest',
    [running(now - 20_000), running(now, 90_000)],
    parallel,
    90_000,
  ],
  ['a task that takes longer than planned is over any moment', [running(now - 90_000)], sequence, 0],
])('%s', (_name, tasks, options, expected) => {
  expect(releaseAtOf(tasks, options, now)).toBe(now + expected)
})

test.each([
  ['a task without a planned end leaves it open', [running(now), pending(null)]],
  ['what is over holds nothing', [ended]],
])('%s', (_name, tasks) => {
  expect(releaseAtOf(tasks, sequence, now)).toBeNull()
})

test('only what came to a good end, or was left out on request, counts as progress', () => {
  expect(taskStates.filter(state => isDone({ state }))).toEqual(['complete', 'skipped'])
})
