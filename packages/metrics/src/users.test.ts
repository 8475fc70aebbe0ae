import { expect, test } from 'vitest'
import { laterWord, mostUsers, UserGauge } from './users.ts'

test('users that begin and end within one second are its largest number', () => {
  const gauge = new UserGauge()
  for (let user = 0; user < 3; user++) gauge.change(1, 5)
  for (let user = 0; user < 3; user++) gauge.change(-1, 40)
  expect(Math.max(...gauge.take())).toBe(3)
  expect(gauge.take()).toEqual([0])
})

test('a second in which nothing changes is one number, and the next one begins with those at work', () => {
  const gauge = new UserGauge()
  gauge.change(4, 950)
  expect(gauge.take()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 4])
  expect(gauge.take()).toEqual([4])
  gauge.change(-1, 100)
  expect(gauge.take()).toEqual([4, 4, 3, 3, 3, 3, 3, 3, 3, 3])
})

test('a clock that is a little early or late counts in the nearest cell', () => {
  const gauge = new UserGauge()
  gauge.change(1, -3)
  gauge.change(1, 1_004)
  expect(gauge.take()).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 2])
})

test('workers are added up at equal times, not each at its own largest', () => {
  const first = { users: 0, peaks: [5, 5, 0, 0, 0, 0, 0, 0, 0, 0] }
  const second = { users: 4, peaks: [0, 0, 0, 4, 4, 4, 4, 4, 4, 4] }
  expect(mostUsers([first, second])).toBe(5)
  expect(mostUsers([first, second, { users: 2, peaks: [2] }])).toBe(7)
})

test('of an older worker only the number at the end is known', () => {
  expect(
    mostUsers([
      { users: 3, peaks: null },
      { users: 0, peaks: [0, 2, 0, 0, 0, 0, 0, 0, 0, 0] },
    ]),
  ).toBe(5)
  expect(laterWord({ users: 3, peaks: null }, { users: 1, peaks: null })).toEqual({ users: 1, peaks: null })
})

test('a worker’s last word about a second takes nothing away from its earlier one', () => {
  const before = { users: 2, peaks: [2, 2, 2, 2, 2, 0, 0, 0, 0, 0] }
  expect(mostUsers([laterWord(before, { users: 0, peaks: [0] })])).toBe(2)
})
