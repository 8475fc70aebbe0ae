import {
  maxListedThreads,
  maxStackEntries,
  poolOf,
  storedThreadsSchema,
  threadDumpOf,
  threadTotal,
} from '@pone/contract/entities/jvm-threads.ts'
import { expect, it } from 'vitest'
import type { JavaThread } from './thread-dump.ts'
import { ThreadTable } from './thread-table.ts'

const thread = (given: Partial<JavaThread>): JavaThread => ({
  name: 'exec-1',
  number: 20,
  isDaemon: true,
  state: 'RUNNABLE',
  cpuMs: 1.5,
  frames: ['shop.Pay.run'],
  depth: 1,
  waitsFor: '',
  ...given,
})
function stored(...threads: readonly JavaThread[]) {
  const table = new ThreadTable()
  for (const each of threads) table.add(each)
  return table.stored([])
}
function dumpOf(...threads: readonly JavaThread[]) {
  const dump = threadDumpOf(storedThreadsSchema.parse(stored(...threads)))
  if (dump === null) throw new Error('the columns do not fit each other')
  return dump
}

it.each([
  ['http-nio-8080-exec-12', 'http-nio-8080-exec-*'],
  ['pool-1-thread-7', 'pool-1-thread-*'],
  ['Thread-3', 'Thread-*'],
  ['main', 'main'],
])('the pool of %s is %s', (name, pool) => {
  expect(poolOf(name)).toBe(pool)
})

it('is read as it was written, with equal stacks as one', () => {
  const waiting = { state: 'WAITING', frames: ['java.lang.Object.wait', 'shop.Pool.take'], depth: 2 }
  const blocked = { name: 'exec-3', number: 23, state: 'BLOCKED', waitsFor: 'shop.Stock', cpuMs: null }
  const all = [
    thread(waiting),
    thread({ ...waiting, name: 'exec-2', number: 22, waitsFor: 'shop.Pool' }),
    thread(blocked),
  ]
  expect(stored(...all).stacks).toHaveLength(2)
  const { threads, counts } = dumpOf(...all)
  expect(threads).toEqual([
    expect.objectContaining({ name: 'exec-1', pool: 'exec-*', number: 20, state: 'WAITING', cpuMs: 1.5 }),
    expect.objectContaining({ name: 'exec-2', waitsFor: 'shop.Pool' }),
    expect.objectContaining({ name: 'exec-3', state: 'BLOCKED', waitsFor: 'shop.Stock', cpuMs: null }),
  ])
  expect(threads[0]?.stack).toBe(threads[1]?.stack)
  expect(threads[0]?.stack.frames).toEqual(waiting.frames)
  expect(counts).toEqual({ NEW: 0, RUNNABLE: 0, BLOCKED: 1, WAITING: 2, TIMED_WAITING: 0, TERMINATED: 0 })
})

it('names what a JVM generates alike in all JVMs', () => {
  const lambda = (id: string) => thread({ frames: [`shop.Pay$$Lambda$${id}.run`], depth: 1 })
  const { threads } = dumpOf(lambda('1/0x00007f4cc0000a08'), lambda('27/0x0000000800c03000'))
  expect(threads[0]?.stack.key).toBe(threads[1]?.stack.key)
})

it('leaves out threads of the JVM itself', () => {
  expect(dumpOf(thread({ name: 'C2 CompilerThread0', frames: [], depth: 0 })).threads).toEqual([])
})

it('tells stacks apart whose outer frames were left out', () => {
  const { threads } = dumpOf(thread({ depth: 300 }), thread({ depth: 400 }))
  expect(threads[0]?.stack.key).not.toBe(threads[1]?.stack.key)
})

it('lists a bounded number of threads and counts all', () => {
  const { threads, counts } = dumpOf(
    ...Array.from({ length: maxListedThreads + 5 }, (_, at) => thread({ number: at })),
  )
  expect(threads).toHaveLength(maxListedThreads)
  expect(threadTotal(counts)).toBe(maxListedThreads + 5)
})

it('keeps a bounded number of different stacks', () => {
  const frames = Array.from({ length: 200 }, (_, at) => `shop.Step${at}.run`)
  const all = Array.from({ length: 5_200 }, (_, at) => thread({ number: at, frames, depth: 200 + at }))
  const { stacks, names } = stored(...all)
  expect(stacks.reduce((sum, stack) => sum + stack.length, 0)).toBeLessThanOrEqual(maxStackEntries)
  expect(names.length).toBeLessThan(all.length)
})

it('is none when its columns do not fit each other', () => {
  const whole = stored(thread({}))
  expect(threadDumpOf({ ...whole, numbers: [] })).toBeNull()
  expect(threadDumpOf({ ...whole, stackOf: [7] })).toBeNull()
  expect(threadDumpOf({ ...whole, stacks: [[1, 9]] })).toBeNull()
  expect(threadDumpOf({ ...whole, lockOf: [3] })).toBeNull()
})
