import { expect, test } from 'vitest'
import { inParallel } from './in-parallel.ts'

test('a limited number runs at once, and items start in order', async () => {
  const begun: number[] = []
  let underWay = 0
  let most = 0
  await inParallel(
    [1, 2, 3, 4, 5, 6, 7],
    3,
    async item => {
      begun.push(item)
      underWay += 1
      most = Math.max(most, underWay)
      await Promise.resolve()
      underWay -= 1
    },
    new AbortController().signal,
  )
  expect(begun).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(most).toBe(3)
})

test('no item starts after the signal is aborted', async () => {
  const stop = new AbortController()
  const done: number[] = []
  await inParallel(
    [1, 2, 3],
    1,
    async item => {
      done.push(item)
      if (item === 2) stop.abort()
    },
    stop.signal,
  )
  expect(done).toEqual([1, 2])
})
