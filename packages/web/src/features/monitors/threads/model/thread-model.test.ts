import { expect, it } from 'vitest'
import { testDump as dump, testThread as thread } from './test-threads.ts'
import { threadFilter, threadGroups } from './thread-groups.ts'
import { cpuBetween, sortedLines, threadLines } from './thread-lines.ts'

it('groups threads of a pool at the same place, with their processor time', () => {
  const groups = threadGroups([
    thread(1, { cpuMs: 1 }),
    thread(2, { cpuMs: 2 }),
    thread(3, { state: 'BLOCKED' }),
    thread(4, { cpuMs: null, frames: ['shop.Cart.add'] }),
    thread(5, { frames: ['shop.Cart.add'] }),
    thread(6, { frames: ['shop.Cart.add'] }),
  ])
  expect(groups.map(({ names, cpuMs, thread: { state } }) => [names, cpuMs, state])).toEqual([
    [['exec-4', 'exec-5', 'exec-6'], null, 'RUNNABLE'],
    [['exec-1', 'exec-2'], 3, 'RUNNABLE'],
    [['exec-3'], 0, 'BLOCKED'],
  ])
})

it.each([
  ['EXEC-1', true],
  ['pay.run', true],
  ['shop.stock', true],
  ['cart', false],
])('a search for %s finds a thread by name, lock or method: %s', (search, isFound) => {
  expect(threadFilter({ search, state: '' })(thread(1, { waitsFor: 'shop.Stock' }))).toBe(isFound)
})

it('keeps threads of one state, whether their stacks are shared or not', () => {
  const first = thread(1)
  const shared = { ...thread(2, { state: 'BLOCKED' }), stack: first.stack }
  const found = (search: string) =>
    [first, shared].filter(threadFilter({ search, state: 'BLOCKED' })).map(({ number }) => number)
  expect([found(first.stack.frames[0] ?? ''), found('nowhere')]).toEqual([[shared.number], []])
})

const waiting = { state: 'WAITING', frames: ['shop.Queue.take'] } as const
const series = [
  dump(thread(1, { ...waiting, cpuMs: 5 }), thread(2, { cpuMs: 10 }), thread(3)),
  dump(thread(1, { ...waiting, cpuMs: 5 }), thread(2, { cpuMs: 40, frames: ['shop.Cart.add'] })),
  dump(
    thread(1, { ...waiting, cpuMs: 6 }),
    thread(2, { cpuMs: 110, frames: ['shop.Cart.add'] }),
    thread(4, { cpuMs: 7 }),
  ),
]

it('follows threads over dumps by their numbers: states, longest stay and processor time', () => {
  const lines = threadLines(series)
  expect(
    lines.map(({ key, seen, longestStay, cpuMs }) => [
      key,
      seen.map(each => each?.state ?? null),
      longestStay,
      cpuMs,
    ]),
  ).toEqual([
    ['#1', ['WAITING', 'WAITING', 'WAITING'], 3, 1],
    ['#2', ['RUNNABLE', 'RUNNABLE', 'RUNNABLE'], 2, 100],
    ['#3', ['RUNNABLE', null, null], 1, null],
    ['#4', [null, null, 'RUNNABLE'], 1, null],
  ])
  expect(sortedLines(lines, 'cpu').map(({ key }) => key)).toEqual(['#2', '#1', '#3', '#4'])
  expect(sortedLines(lines, 'stay').map(({ key }) => key)).toEqual(['#1', '#2', '#3', '#4'])
})

it('a thread that was away begins a new stay', () => {
  const [line] = threadLines([dump(thread(1)), dump(), dump(thread(1)), dump(thread(1))])
  expect(line?.longestStay).toBe(2)
})

it('of equal stays those of blocked threads are first', () => {
  const all = dump(thread(1, waiting), thread(2), thread(3, { state: 'BLOCKED' }))
  const lines = sortedLines(threadLines([all, all]), 'stay')
  expect(lines.map(({ thread: { state } }) => state)).toEqual(['BLOCKED', 'RUNNABLE', 'WAITING'])
})

it('sums the processor time between two dumps, that of new threads since their start', () => {
  const [first, second, third] = series
  if (first === undefined || second === undefined || third === undefined) throw new Error('three dumps')
  expect(cpuBetween(first, second)).toBe(30)
  expect(cpuBetween(second, third)).toBe(78)
  expect(cpuBetween(first, dump(thread(1, { cpuMs: null })))).toBeNull()
})

it('follows 10,000 threads over 10 dumps', () => {
  const threads = Array.from({ length: 10_000 }, (_, at) => thread(at + 1, waiting))
  const lines = threadLines(Array.from({ length: 10 }, () => dump(...threads)))
  expect(lines).toHaveLength(10_000)
  expect(lines.every(({ longestStay }) => longestStay === 10)).toBe(true)
})
