import { expect, test } from 'vitest'
import { pageOf } from './find-clusters.ts'

test.each([
  [[1, 2, 3, 4, 5], 1, { current: 1, shown: [1, 2] }],
  [[1, 2, 3, 4, 5], 2, { current: 2, shown: [3, 4] }],
  [[1, 2, 3, 4, 5], 3, { current: 3, shown: [5] }],
  [[1, 2, 3, 4, 5], 9, { current: 3, shown: [5] }],
  [[], 4, { current: 1, shown: [] }],
])('of %j page %i holds', (items, page, expected) => {
  expect(pageOf(items, page, 2)).toEqual(expected)
})
