import { expect, test } from 'vitest'
import { chooseTakers } from './share-move.ts'

const room = (id: string, remainingUsers: number) => ({ id, remainingUsers })

test('machines of the run take in proportion to what they have left', () => {
  expect(chooseTakers(30, [room('a', 100), room('b', 200)], [room('c', 1_000)])).toEqual([
    { id: 'a', users: 10 },
    { id: 'b', users: 20 },
  ])
})

test('other machines take what those of the run have no room for', () => {
  expect(chooseTakers(30, [room('a', 10)], [room('c', 40), room('d', 40)])).toEqual([
    { id: 'a', users: 10 },
    { id: 'c', users: 10 },
    { id: 'd', users: 10 },
  ])
})

test('what nobody has room for is not given to anybody', () => {
  expect(chooseTakers(30, [room('a', 10)], [room('c', 5)])).toEqual([
    { id: 'a', users: 10 },
    { id: 'c', users: 5 },
  ])
  expect(chooseTakers(30, [], [])).toEqual([])
})
