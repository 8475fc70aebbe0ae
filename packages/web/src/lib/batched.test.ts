import { expect, test, vi } from 'vitest'
import { batched } from './batched.ts'

const answering = () =>
  vi.fn((ids: readonly string[]) => Promise.resolve(new Map(ids.map(id => [id, `of ${id}`]))))

test('what is asked for at once is one call, what comes later another', async () => {
  const ask = answering()
  const of = batched(ask, 10)
  expect(await Promise.all(['a', 'b', 'a'].map(of))).toEqual(['of a', 'of b', 'of a'])
  expect(await of('c')).toBe('of c')
  expect(ask.mock.calls).toEqual([[['a', 'b']], [['c']]])
})

test('a call asks for no more than it may', async () => {
  const ask = answering()
  const of = batched(ask, 2)
  expect(await Promise.all(['a', 'b', 'c'].map(of))).toEqual(['of a', 'of b', 'of c'])
  expect(ask.mock.calls).toEqual([[['a', 'b']], [['c']]])
})

test('a refusal reaches all that asked, and the next call is tried again', async () => {
  const ask = answering()
  ask.mockRejectedValueOnce(new Error('refused'))
  const of = batched(ask, 10)
  const both = await Promise.allSettled(['a', 'b'].map(of))
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await of('a')).toBe('of a')
})

test('an id without an answer is an error', async () => {
  await expect(batched(() => Promise.resolve(new Map()), 10)('a')).rejects.toThrow('no answer for a')
})
