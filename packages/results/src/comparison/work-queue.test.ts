import { expect, test } from 'vitest'
import { createBreather, createWorkQueue } from './work-queue.ts'

const never = new AbortController().signal
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })

test('work is done one after the other, also after some that failed', async () => {
  const queue = createWorkQueue(60_000)
  const done: string[] = []
  let running = 0
  const work = (name: string) => async () => {
    running += 1
    expect(running).toBe(1)
    await new Promise(resolve => setImmediate(resolve))
    running -= 1
    done.push(name)
    if (name === 'b') throw new Error('b')
    return name
  }
  const results = await Promise.allSettled(['a', 'b', 'c'].map(name => queue.run(work(name), never)))
  expect(done).toEqual(['a', 'b', 'c'])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('work that takes too long is ended, and the next begins', async () => {
  const queue = createWorkQueue(1)
  const late = queue.run(untilAborted, never)
  await expect(late).rejects.toMatchObject({ code: 'ComparisonTooLong' })
  expect(await queue.run(async () => 'next', never)).toBe('next')
})

test('work is ended when its caller goes, and not begun when he went while it waited', async () => {
  const queue = createWorkQueue(60_000)
  const caller = new AbortController()
  const first = queue.run(untilAborted, caller.signal)
  let isBegun = false
  const second = queue.run(async () => {
    isBegun = true
  }, caller.signal)
  caller.abort()
  const results = await Promise.allSettled([first, second])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(isBegun).toBe(false)
})

test('long work gives way to others now and then, and ends when it should', async () => {
  let at = 0
  const caller = new AbortController()
  const breathe = createBreather(caller.signal, () => at)
  let ticks = 0
  const tick = () => {
    ticks += 1
  }
  setImmediate(tick)
  for (at = 0; at < 10; at++) await breathe()
  expect(ticks).toBe(0)
  at = 100
  await breathe()
  expect(ticks).toBe(1)
  caller.abort()
  await expect(breathe()).rejects.toThrow()
})
