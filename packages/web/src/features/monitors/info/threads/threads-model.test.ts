import type { ThreadDump, ThreadGroup } from '@pone/contract/entities/jvm-threads.ts'
import { expect, it } from 'vitest'
import { threadChanges } from './threads-model.ts'

const group = (pool: string, names: readonly string[], frames: readonly string[]): ThreadGroup => ({
  pool,
  state: 'RUNNABLE',
  waitsFor: '',
  frames: [...frames],
  count: names.length,
  cpuMs: null,
  names: [...names],
})
const dump = (...groups: ThreadGroup[]): ThreadDump => ({
  at: 1,
  threads: groups.reduce((sum, { count }) => sum + count, 0),
  states: {},
  groups,
  omittedGroups: 0,
  deadlocked: [],
})

it('lists what changed most first, with the threads that did the same in both', () => {
  const before = dump(group('exec-*', ['exec-1'], ['shop.Pay']), group('old', ['old'], ['shop.Old']))
  const after = dump(
    group('exec-*', ['exec-1', 'exec-2', 'exec-3'], ['shop.Pay']),
    group('exec-*', ['exec-4'], ['shop.Price']),
  )
  const changes = threadChanges(before, after)
  expect(
    changes.map(({ group: { frames }, before: was, after: is, same }) => [frames[0], was, is, same]),
  ).toEqual([
    ['shop.Pay', 1, 3, 1],
    ['shop.Price', 0, 1, 0],
    ['shop.Old', 1, 0, 0],
  ])
})
