import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutShare, gapsBetween, usersOf } from './share-cut.ts'

const whole = { from01: 0, to01: 1 }

test('a stretch is cut in proportion to what each taker takes', () => {
  expect(
    cutShare({ from01: 0.2, to01: 0.6 }, 40, [
      { agentId: 'a', users: 10 },
      { agentId: 'b', users: 30 },
    ]),
  ).toEqual({
    pieces: [
      { agentId: 'a', share: { from01: 0.2, to01: expect.closeTo(0.3) } },
      { agentId: 'b', share: { from01: expect.closeTo(0.3), to01: 0.6 } },
    ],
    rest: null,
  })
})

test('what nobody has room for is left over', () => {
  expect(cutShare(whole, 10, [{ agentId: 'a', users: 4 }])).toEqual({
    pieces: [{ agentId: 'a', share: { from01: 0, to01: 0.4 } }],
    rest: { from01: 0.4, to01: 1 },
  })
  expect(cutShare(whole, 10, [])).toEqual({ pieces: [], rest: whole })
})

test('pieces lie end to end and end exactly where the stretch ends, so that no user is driven twice or not at all', () => {
  const share = fc
    .tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }))
    .filter(([a, b]) => Math.abs(a - b) > 1e-6)
    .map(([a, b]) => ({ from01: Math.min(a, b), to01: Math.max(a, b) }))
  const takers = fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(share, takers, fc.integer({ min: 0, max: 5_000 }), (stretch, amounts, missing) => {
      const users = amounts.reduce((sum, amount) => sum + amount, 0) + missing
      const { pieces, rest } = cutShare(
        stretch,
        users,
        amounts.map((amount, index) => ({ agentId: `${index}`, users: amount })),
      )
      const line = [...pieces.map(piece => piece.share), ...(rest === null ? [] : [rest])]
      expect(line[0]?.from01).toBe(stretch.from01)
      expect(line.at(-1)?.to01).toBe(stretch.to01)
      for (const [index, piece] of line.slice(1).entries()) expect(piece.from01).toBe(line[index]?.to01)
      const peak = 1_000
      const driven = (from: number, to: number) => Math.round(peak * to) - Math.round(peak * from)
      const sum = line.reduce((all, piece) => all + driven(piece.from01, piece.to01), 0)
      expect(sum).toBe(driven(stretch.from01, stretch.to01))
    }),
  )
})

test('the gaps of a line are what nobody drives', () => {
  expect(gapsBetween([])).toEqual([whole])
  expect(gapsBetween([whole])).toEqual([])
  expect(
    gapsBetween([
      { from01: 0.7, to01: 0.8 },
      { from01: 0.1, to01: 0.4 },
      { from01: 0.2, to01: 0.3 },
    ]),
  ).toEqual([
    { from01: 0, to01: 0.1 },
    { from01: 0.4, to01: 0.7 },
    { from01: 0.8, to01: 1 },
  ])
})

test('a stretch needs room for its users, and for one at least', () => {
  expect(usersOf({ from01: 0.25, to01: 0.75 }, 100)).toBe(50)
  expect(usersOf({ from01: 0.001, to01: 0.002 }, 10)).toBe(1)
})
