import { expect, test, vi } from 'vitest'
import { LineInbox } from './line-inbox.ts'

interface Given {
  take?: (data: Buffer) => Promise<void> | undefined
  now?: () => number
}

function createInbox({ take = () => undefined, now = () => 0 }: Given = {}) {
  const happened: string[] = []
  const inbox = new LineInbox({
    socket: { pause: () => happened.push('pause'), resume: () => happened.push('resume') },
    take,
    onExcess: () => happened.push('excess'),
    now,
  })
  return { inbox, happened }
}
const turn = () => new Promise(resolve => setImmediate(resolve))
const message = Buffer.from('{}')

test('more than a turn deals with stops the reading until all is dealt with', async () => {
  let taken = 0
  const { inbox, happened } = createInbox({
    take: () => {
      taken += 1
      return undefined
    },
  })
  for (let index = 0; index < 256; index += 1) inbox.put(message)
  expect(happened).toEqual(['pause'])
  await turn()
  expect(taken).toBe(50)
  while (taken < 256) await turn()
  await turn()
  expect(happened).toEqual(['pause', 'resume'])
})

test('work that takes long keeps its room, and what comes beyond it waits', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let taken = 0
  let at = 0
  const { inbox, happened } = createInbox({
    take: () => {
      taken += 1
      return promise
    },
    now: () => at,
  })
  for (let round = 0; round < 60; round += 1) {
    for (let index = 0; index < 100; index += 1) inbox.put(message)
    at += 1_000
    for (let turns = 0; turns < 4; turns += 1) await turn()
  }
  expect(taken).toBe(5_000)
  expect(inbox.isPaused).toBe(true)
  resolve()
  while (happened.at(-1) !== 'resume') await turn()
  expect(taken).toBe(6_000)
})

test('a line that says more than it may for ten seconds is told of', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate', 'performance'] })
  const { inbox, happened } = createInbox({ now: () => performance.now() })
  const startedAt = performance.now()
  // 10,000 at once and 2,000 per second are allowed; this sends 4,000 per second.
  while (!happened.includes('excess') && performance.now() - startedAt < 60_000) {
    for (let index = 0; index < 40; index += 1) inbox.put(message)
    await vi.advanceTimersByTimeAsync(10)
  }
  const tookMs = performance.now() - startedAt
  vi.useRealTimers()
  expect(tookMs).toBeGreaterThan(14_000)
  expect(tookMs).toBeLessThan(17_000)
})

test('a burst that a line makes up for by saying less is none', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate', 'performance'] })
  const { inbox, happened } = createInbox({ now: () => performance.now() })
  for (let minute = 0; minute < 5; minute += 1) {
    for (let index = 0; index < 12_000; index += 1) inbox.put(message)
    await vi.advanceTimersByTimeAsync(60_000)
  }
  vi.useRealTimers()
  expect(happened).not.toContain('excess')
  expect(inbox.isPaused).toBe(false)
})

test('nothing is taken any more once it is closed', async () => {
  let taken = 0
  const { inbox } = createInbox({
    take: () => {
      taken += 1
      inbox.close()
      return undefined
    },
  })
  for (let index = 0; index < 5; index += 1) inbox.put(message)
  await turn()
  await turn()
  expect(taken).toBe(1)
})
