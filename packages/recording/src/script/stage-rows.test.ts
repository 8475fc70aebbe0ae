import { userDefined } from '@pone/plan/load-models/user-defined.ts'
import { expect, test } from 'vitest'
import { type LoadCorner, rowsOf } from './stage-rows.ts'

const corner = (seconds: number, level: number): LoadCorner => ({ seconds, level })

/** The level between the corners; at a jump the one after it. */
function levelAt(corners: readonly LoadCorner[], at: number): number {
  const next = corners.findIndex(({ seconds }) => seconds > at)
  const [from, to] = [corners[next - 1], corners[next]]
  if (from === undefined || to === undefined) return 0
  return from.level + ((to.level - from.level) * (at - from.seconds)) / (to.seconds - from.seconds)
}

test.each([
  ['up, level and down', [corner(0, 0), corner(30, 20), corner(90, 20), corner(100, 0)]],
  ['up to a second level', [corner(0, 1), corner(10, 5), corner(20, 5), corner(40, 30), corner(60, 30)]],
  ['down and up again', [corner(0, 10), corner(10, 2), corner(20, 8), corner(30, 0), corner(40, 4)]],
  ['jumps', [corner(0, 3), corner(10, 3), corner(10, 9), corner(20, 9), corner(20, 1), corner(25, 1)]],
  ['begins late', [corner(5, 4), corner(15, 4)]],
])('the sum of the rows is the load: %s', (_name, corners) => {
  const rows = rowsOf(corners)
  if (rows === null) throw new Error('There are no rows')
  for (let at = 0.25; at < 110; at += 0.5)
    expect(userDefined.targetAt({ kind: 'userDefined', rows: [...rows] }, at * 1_000)).toBeCloseTo(
      levelAt(corners, at),
      1,
    )
})

test('a load that needs more rows than a load model has is none', () => {
  expect(rowsOf(Array.from({ length: 300 }, (_, at) => corner(at, at % 2 === 0 ? 1 : at)))).toBeNull()
  expect(rowsOf([])).toBeNull()
  expect(rowsOf([corner(0, 0), corner(10, 0)])).toBeNull()
})
