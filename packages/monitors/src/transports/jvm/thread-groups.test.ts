import { maxThreadGroups } from '@pone/contract/entities/jvm-threads.ts'
import { expect, it } from 'vitest'
import { readThreadDump } from './thread-dump.ts'
import { groupThreads, poolOf } from './thread-groups.ts'

const thread = (name: string, state: string, frames: readonly string[], rest = ''): string =>
  [
    `"${name}" #20 daemon prio=5 os_prio=0 cpu=1.50ms elapsed=3.00s tid=0x1 nid=0x2 waiting`,
    `   java.lang.Thread.State: ${state}`,
    ...frames.map(frame => `\tat ${frame}(Shop.java:1)`),
    ...(rest === '' ? [] : [rest]),
    '',
    '',
  ].join('\n')
function groups(...threads: readonly string[]) {
  const dump = readThreadDump(`Full thread dump OpenJDK\n\n${threads.join('')}`)
  return dump === null ? null : groupThreads(dump)
}

it.each([
  ['http-nio-8080-exec-12', 'http-nio-8080-exec-*'],
  ['pool-1-thread-7', 'pool-1-thread-*'],
  ['Thread-3', 'Thread-*'],
  ['main', 'main'],
])('the pool of %s is %s', (name, pool) => {
  expect(poolOf(name)).toBe(pool)
})

it('counts threads of a pool with the same stack once, with their processor time', () => {
  const waiting = ['java.lang.Object.wait', 'shop.Pool.take']
  const lock = '\t- waiting to lock <0x1> (a shop.Stock)'
  const grouped = groups(
    thread('exec-1', 'WAITING (on object monitor)', waiting),
    thread('exec-2', 'WAITING (on object monitor)', waiting),
    thread('exec-3', 'BLOCKED (on object monitor)', ['shop.Stock.reserve'], lock),
    thread('main', 'RUNNABLE', ['shop.Main.main']),
  )
  expect(grouped).toMatchObject({
    threads: 4,
    states: { WAITING: 2, BLOCKED: 1, RUNNABLE: 1 },
    omittedGroups: 0,
    deadlocked: [],
  })
  expect(grouped?.groups).toEqual([
    {
      pool: 'exec-*',
      state: 'WAITING',
      waitsFor: '',
      frames: waiting,
      count: 2,
      cpuMs: 3,
      names: ['exec-1', 'exec-2'],
    },
    expect.objectContaining({ pool: 'exec-*', state: 'BLOCKED', waitsFor: 'shop.Stock', count: 1 }),
    expect.objectContaining({ pool: 'main', state: 'RUNNABLE' }),
  ])
})

it('stays bounded with 10,000 threads that all do something else', () => {
  const threads = Array.from({ length: 10_000 }, (_, index) =>
    thread(`exec-${index}`, 'RUNNABLE', [`shop.Step${index}.run`]),
  )
  const grouped = groups(...threads)
  expect(grouped?.threads).toBe(10_000)
  expect(grouped?.groups).toHaveLength(maxThreadGroups)
  expect(grouped?.omittedGroups).toBe(10_000 - maxThreadGroups)
})
