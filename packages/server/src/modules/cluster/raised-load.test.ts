import { expect, test } from 'vitest'
import { type DrivenRoom, raisedShares } from './raised-load.ts'

/** One third of the load on `a`, the rest on `b`. */
const allotted = (users: number) => {
  const onA = Math.round(users / 3)
  return [
    { id: 'a', users: onA },
    { id: 'b', users: users - onA },
  ]
}
const raise = (users: number, rooms: readonly DrivenRoom[]) =>
  raisedShares({ runId: 'run', users, allotted }, rooms)
const rooms = [
  { id: 'a', own: 10, free: 40 },
  { id: 'b', own: 20, free: 60 },
]

test('every machine of the run takes its part of the raised load', () => {
  expect(raise(90, rooms)).toEqual([
    { id: 'a', users: 30 },
    { id: 'b', users: 60 },
  ])
})

test('the most that they take is told, the users of the run counted once', () => {
  expect(() => raise(100, rooms)).toThrow(
    expect.objectContaining({
      code: 'RunMachinesExceeded',
      params: { wanted: 100, remaining: 90, missing: 10 },
    }),
  )
})

test('a run keeps what it has although less was allowed of its machine since', () => {
  const cut = [
    { id: 'a', own: 10, free: 5 },
    { id: 'b', own: 20, free: 60 },
  ]
  expect(raise(30, cut)).toEqual(allotted(30))
  expect(() => raise(33, cut)).toThrow(expect.objectContaining({ code: 'RunMachinesExceeded' }))
})
