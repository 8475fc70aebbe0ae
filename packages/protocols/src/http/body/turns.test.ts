import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

test('never more than so many are at work, whatever becomes of them, and all get their turn', async () => {
  const turns = new Turns(2)
  let running = 0
  let most = 0
  const done: number[] = []
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      turns.take(async () => {
        most = Math.max(most, ++running)
        await new Promise(resolve => setImmediate(resolve))
        running--
        done.push(index)
        if (index % 3 === 0) throw new Error('failed')
      }),
    ),
  )
  expect(most).toBe(2)
  expect(done).toEqual(Array.from({ length: 20 }, (_, index) => index))
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(7)
})
