import { expect, it } from 'vitest'
import { testDump as dump, testThread as thread } from './test-threads.ts'
import { groupChanges, poolChanges, threadChanges } from './thread-changes.ts'

const waiting = { state: 'WAITING', frames: ['shop.Queue.take'] } as const

it('tells which threads came, went, changed state or place, grouped by pool', () => {
  const before = dump(
    thread(1, { cpuMs: 1 }),
    thread(2),
    thread(3),
    thread(4, { name: 'old' }),
    thread(6, { cpuMs: 3 }),
  )
  const after = dump(
    thread(1, { state: 'BLOCKED', cpuMs: 4 }),
    thread(2, { frames: ['shop.Cart.add'] }),
    thread(3),
    thread(5, { cpuMs: 9 }),
    thread(6, { cpuMs: null }),
  )
  const changes = threadChanges(before, after)
  expect(changes.map(({ key, kind, cpuMs }) => [key, kind, cpuMs])).toEqual([
    ['#5', 'came', 9],
    ['#4', 'went', null],
    ['#1', 'state', 3],
    ['#2', 'stack', 0],
    ['#3', 'same', 0],
    ['#6', 'same', null],
  ])
  expect(poolChanges(changes)).toEqual([
    {
      pool: 'exec-*',
      before: 4,
      after: 5,
      kinds: { came: 1, went: 0, state: 1, stack: 1, same: 2 },
      cpuMs: null,
    },
    {
      pool: 'old',
      before: 1,
      after: 0,
      kinds: { came: 0, went: 1, state: 0, stack: 0, same: 0 },
      cpuMs: null,
    },
  ])
})

it('a number that another thread has got by another name is compared as the same thread', () => {
  const [change] = threadChanges(dump(thread(1, { name: 'a' })), dump(thread(1, { name: 'renamed' })))
  expect(change).toMatchObject({ kind: 'same', after: { name: 'renamed' } })
})

it('compares two JVMs by what their pools do, those that differ most first', () => {
  const before = dump(thread(1), thread(2), thread(3, waiting))
  const after = dump(
    thread(11, { name: 'exec-1' }),
    ...[21, 22, 23, 24].map(number => thread(number, waiting)),
  )
  expect(groupChanges(before, after).map(({ thread: { state }, ...counts }) => [state, counts])).toEqual([
    ['WAITING', expect.objectContaining({ before: 1, after: 4 })],
    ['RUNNABLE', expect.objectContaining({ before: 2, after: 1 })],
  ])
})

it('compares 10,000 threads', () => {
  const all = dump(...Array.from({ length: 10_000 }, (_, at) => thread(at + 1, waiting)))
  expect(poolChanges(threadChanges(all, all))).toMatchObject([{ pool: 'exec-*', kinds: { same: 10_000 } }])
})
