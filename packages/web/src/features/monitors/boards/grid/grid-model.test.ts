/** Places of charts on the grid. */
import type { ChartPlace } from '@pone/contract/entities/chart-group.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arrowStep, bounded, freePlace, inReadingOrder, type Placed, placeAt, settled } from './grid-model.ts'

const at = (id: string, x: number, y: number, width = 6, height = 4): Placed => ({
  id,
  place: { x, y, width, height },
})
const shown = (charts: readonly Placed[]) =>
  Object.fromEntries(charts.map(({ id, place: { x, y, width, height } }) => [id, [x, y, width, height]]))

test('a chart that is moved onto another pushes it down', () => {
  const charts = [at('a', 0, 0), at('b', 6, 0), at('c', 0, 4)]
  expect(shown(placeAt(charts, 'b', { x: 0, y: 0, width: 6, height: 4 }))).toEqual({
    a: [0, 4, 6, 4],
    b: [0, 0, 6, 4],
    c: [0, 8, 6, 4],
  })
})

test('what leaves its place is followed by what is below it', () => {
  const charts = [at('a', 0, 0), at('b', 0, 4)]
  expect(shown(placeAt(charts, 'a', { x: 6, y: 0, width: 6, height: 4 }))).toEqual({
    a: [6, 0, 6, 4],
    b: [0, 0, 6, 4],
  })
})

test('a chart that grows makes room', () => {
  const charts = [at('a', 0, 0), at('b', 6, 0), at('c', 0, 4)]
  expect(shown(placeAt(charts, 'a', { x: 0, y: 0, width: 12, height: 6 }))).toEqual({
    a: [0, 0, 12, 6],
    b: [6, 6, 6, 4],
    c: [0, 6, 6, 4],
  })
})

test.each([
  ['beyond the right edge', { x: 10, y: 0, width: 6, height: 4 }, { x: 6, y: 0, width: 6, height: 4 }],
  ['before the left edge', { x: -3, y: -2, width: 6, height: 4 }, { x: 0, y: 0, width: 6, height: 4 }],
  ['too small', { x: 0, y: 1, width: 1, height: 1 }, { x: 0, y: 1, width: 3, height: 4 }],
  ['too large', { x: 4, y: 0, width: 40, height: 99 }, { x: 0, y: 0, width: 12, height: 20 }],
])('a place %s is brought within bounds', (_name, wanted, expected) => {
  expect(bounded(wanted)).toEqual(expected)
})

test('a new chart takes the first place that is free', () => {
  expect(freePlace([], { width: 6, height: 4 })).toEqual({ x: 0, y: 0, width: 6, height: 4 })
  expect(freePlace([at('a', 0, 0)], { width: 6, height: 4 })).toMatchObject({ x: 6, y: 0 })
  expect(freePlace([at('a', 0, 0), at('b', 6, 0)], { width: 6, height: 4 })).toMatchObject({ x: 0, y: 4 })
})

test('arrow keys move by one, other keys do not', () => {
  expect(arrowStep('ArrowUp')).toEqual({ columns: 0, rows: -1 })
  expect(arrowStep('Enter')).toBeNull()
})

const places = fc.array(
  fc.record({ x: fc.integer({ min: 0, max: 11 }), y: fc.nat(30), width: fc.nat(14), height: fc.nat(22) }),
  { maxLength: 20 },
)
const cells = ({ x, y, width, height }: ChartPlace) =>
  Array.from(
    { length: width * height },
    (_, index) => `${x + (index % width)} ${y + Math.floor(index / width)}`,
  )

test('whatever is moved where, no two charts overlap, none can move up, and the order stays', () => {
  fc.assert(
    fc.property(places, fc.nat(19), fc.record({ x: fc.integer(), y: fc.nat(40) }), (all, index, to) => {
      const charts = settled(all.map((place, id) => ({ id: String(id), place: bounded(place) })))
      const target = charts[index]
      const moved = target === undefined ? charts : placeAt(charts, target.id, { ...target.place, ...to })
      const taken = moved.flatMap(({ place }) => cells(place))
      expect(new Set(taken).size).toBe(taken.length)
      expect(moved.map(({ id }) => id)).toEqual(charts.map(({ id }) => id))
      for (const { id, place } of moved) {
        const above = new Set(cells({ ...place, y: place.y - 1 }))
        const others = moved.filter(other => other.id !== id).flatMap(other => cells(other.place))
        expect(place.y === 0 || others.some(cell => above.has(cell))).toBe(true)
      }
      expect(settled(moved)).toEqual(moved)
    }),
    { numRuns: 200 },
  )
})

test('charts are read by rows', () => {
  expect(inReadingOrder([at('c', 0, 4), at('b', 6, 0), at('a', 0, 0)]).map(({ id }) => id)).toEqual([
    'a',
    'b',
    'c',
  ])
})
