import { expect, test } from 'vitest'
import type { StoredBatch } from '../../modules/run/stored-batch.ts'
import { OverloadWatch } from './overload-watch.ts'

const batch = (second: number, cpu01: number, eventLoopDelayMs: number): StoredBatch => ({
  workerId: 'agent/1.1',
  seq: second + 1,
  second,
  users: 1,
  targetUsers: 1,
  iterations: 0,
  lateStarts: 0,
  droppedStarts: 0,
  sent: 0,
  counted: 0,
  labels: Buffer.from([1]),
  errors: [],
  health: { cpu01, eventLoopDelayMs, memoryBytes: 1, connections: 1 },
  end: null,
})
const overloads = (batches: readonly StoredBatch[]) => {
  const watch = new OverloadWatch()
  return batches.flatMap(each => watch.add(each) ?? [])
}

test.each([
  ['a busy core', 0.96, 1],
  ['a slow event loop', 0.2, 51],
])('%s for three seconds is an overload, told once and marked on', (_what, cpu01, delayMs) => {
  const found = overloads([0, 1, 2, 3].map(second => batch(second, cpu01, delayMs)))
  expect(found).toMatchObject([
    { fromSecond: 0, toSecond: 2, isNew: true },
    { fromSecond: 0, toSecond: 3, isNew: false },
  ])
})

test('the limits themselves, two seconds, and seconds apart are none', () => {
  expect(overloads([0, 1, 2, 3].map(second => batch(second, 0.95, 50)))).toEqual([])
  expect(overloads([batch(0, 1, 1), batch(1, 1, 1), batch(2, 0.1, 1), batch(3, 1, 1)])).toEqual([])
  expect(overloads([batch(0, 1, 1), batch(1, 1, 1), batch(5, 1, 1), batch(6, 1, 1)])).toEqual([])
})
