/** Which rows of a long list are rendered, and where they stand. */
import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { edgeSpeed } from './edge-speed.ts'
import { evenRows, isInView, placedRows, renderedRows, scrollTopFor, unevenRows } from './row-layout.ts'

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

it('renders the visible rows and 12 above and below them', () => {
  const view = { topPx: 2_800, heightPx: 280 }
  expect(renderedRows(evenRows(2_000, 28), view, [])).toEqual(range(88, 122))
  expect(renderedRows(evenRows(3, 28), view, [])).toEqual([0, 1, 2])
  expect(renderedRows(evenRows(0, 28), view, [0])).toEqual([])
})

it('renders pinned rows wherever they stand, once and in order', () => {
  const view = { topPx: 2_800, heightPx: 280 }
  expect(renderedRows(evenRows(2_000, 28), view, [1_999, -1, 100, 5, 5, 2_000])).toEqual([
    5,
    ...range(88, 122),
    1_999,
  ])
})

it('renders the end of a list that became shorter than the scroll position', () => {
  expect(renderedRows(evenRows(20, 30), { topPx: 9_000, heightPx: 300 }, [])).toEqual(range(0, 19))
  expect(renderedRows(evenRows(100, 30), { topPx: 9_000, heightPx: 300 }, [])).toEqual(range(78, 99))
})

test('rows of different heights stand below each other', () => {
  const layout = unevenRows([32, 43, 43, 32])
  expect([0, 1, 2, 3, 4].map(layout.topOf)).toEqual([0, 32, 75, 118, 150])
  expect([-5, 0, 31, 32, 74, 75, 149, 150, 999].map(layout.indexAt)).toEqual([0, 0, 0, 1, 1, 2, 3, 3, 3])
  expect([layout.count, layout.totalPx]).toEqual([4, 150])
  expect(unevenRows([]).indexAt(10)).toBe(0)
})

test('the rows left out leave their space above the next row and below the last one', () => {
  const layout = unevenRows([32, 43, 43, 32, 20])
  expect(placedRows(layout, [0, 2, 3])).toEqual({
    placed: [
      { index: 0, gapPx: 0 },
      { index: 2, gapPx: 43 },
      { index: 3, gapPx: 0 },
    ],
    belowPx: 20,
  })
  expect(placedRows(layout, [])).toEqual({ placed: [], belowPx: 170 })
})

test('rows of equal heights stand where rows with a height each would', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), fc.integer({ min: -50, max: 12_000 }), (count, px) => {
      const [even, uneven] = [evenRows(count, 30), unevenRows(Array.from({ length: count }, () => 30))]
      expect(even.indexAt(px)).toBe(uneven.indexAt(px))
      expect(even.totalPx).toBe(uneven.totalPx)
      expect(even.topOf(count)).toBe(uneven.topOf(count))
    }),
  )
})

test.each([
  ['above', 3, 90],
  ['at the upper edge', 10, 300],
  ['inside', 15, 300],
  ['at the lower edge', 19, 300],
  ['half below', 20, 330],
  ['below', 50, 1_230],
])('a row %s is scrolled into view by the shortest way', (_, index, expected) => {
  const [layout, view] = [evenRows(100, 30), { topPx: 300, heightPx: 300 }]
  expect(scrollTopFor(layout, index, view)).toBe(expected)
  expect(isInView(layout, index, view)).toBe(expected === 300)
})

test.each([
  ['in the middle', 300, 0, 0],
  ['at the inner end of the upper zone', 40, 0, 0],
  ['in the upper zone', 20, 0, -300],
  ['at the upper edge', 0, 0, -600],
  ['at the upper edge for a while', 0, 700, -1_200],
  ['above the list', -30, 0, -600],
  ['in the lower zone', 580, 0, 300],
  ['at the lower edge for long', 600, 60_000, 60_000],
])(
  'a list of 600 px with the pointer %s scrolls at the speed of the place',
  (_, pointerPx, heldMs, speed) => {
    expect(edgeSpeed(pointerPx, 600, heldMs)).toBe(speed)
  },
)

test('the zones of a low list do not meet', () => {
  expect(edgeSpeed(30, 80, 0)).toBe(0)
  expect(edgeSpeed(10, 80, 0)).toBe(-300)
})
