import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { repeatedly } from './repeated.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Work that ends when it is told to, and counts how often it began. */
function heldWork() {
  const ends: (() => void)[] = []
  return {
    ends,
    work: () => new Promise<void>(resolve => ends.push(resolve)),
  }
}
const settle = () => vi.advanceTimersByTimeAsync(0)

test('work is done at once, and again a while after its end, never twice at a time', async () => {
  const { ends, work } = heldWork()
  const repeated = repeatedly(work, 1_000, () => undefined)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(999)
  expect(ends).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(ends).toHaveLength(2)
  ends[1]?.()
  await repeated.close()
})

test('who asks while it is under way gets it done once more', async () => {
  const { ends, work } = heldWork()
  const repeated = repeatedly(work, 1_000, () => undefined)
  repeated.poke()
  repeated.poke()
  ends[0]?.()
  await settle()
  expect(ends).toHaveLength(2)
  ends[1]?.()
  await settle()
  expect(ends).toHaveLength(2)
  repeated.poke()
  expect(ends).toHaveLength(3)
  ends[2]?.()
  await repeated.close()
})

test('a failure is told and does not end it', async () => {
  const failures: unknown[] = []
  const work = vi.fn(async () => {
    throw new Error('no database')
  })
  const repeated = repeatedly(work, 1_000, cause => failures.push(cause))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(work).toHaveBeenCalledTimes(2)
  expect(failures).toHaveLength(2)
  await repeated.close()
})

test('closing waits for the work under way, and none begins any more', async () => {
  const { ends, work } = heldWork()
  const repeated = repeatedly(work, 1_000, () => undefined)
  let isClosed = false
  const closed = repeated.close().then(() => {
    isClosed = true
  })
  await settle()
  expect(isClosed).toBe(false)
  ends[0]?.()
  await closed
  repeated.poke()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(ends).toHaveLength(1)
})
