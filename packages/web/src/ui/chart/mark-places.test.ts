import { expect, it } from 'vitest'
import { markPlaces, type Span } from './mark-places.ts'

const area = { from: 60, to: 200 }
const cases: [string, Span[], (number | null)[]][] = [
  ['a link lies over the begin of its span', [{ from: 100, to: 130 }], [88]],
  ['a span that begins before the visible part is marked at its edge', [{ from: 10, to: 80 }], [60]],
  [
    'spans that are not visible have no link',
    [
      { from: 10, to: 59 },
      { from: 201, to: 220 },
    ],
    [null, null],
  ],
  [
    'links that would cover each other lie side by side',
    [
      { from: 100, to: 101 },
      { from: 102, to: 103 },
      { from: 180, to: 190 },
    ],
    [88, 112, 168],
  ],
  [
    'at the right edge they lie before it',
    [
      { from: 190, to: 195 },
      { from: 196, to: 300 },
    ],
    [152, 176],
  ],
  [
    'more than there is room for lie on each other at the left edge, within the chart',
    Array.from({ length: 8 }, () => ({ from: 100, to: 101 })),
    [60, 60, 60, 80, 104, 128, 152, 176],
  ],
]
it.each(cases)('%s', (_, spans, places) => {
  expect(markPlaces(spans, area)).toEqual(places)
})
