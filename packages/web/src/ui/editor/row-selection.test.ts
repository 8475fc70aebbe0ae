/** Selecting rows with the keyboard. */
import { expect, it } from 'vitest'
import { nextSelection } from './row-selection.ts'

const shown = ['a', 'b', 'c', 'd']

it.each([
  [['b'], 'ArrowDown', false, ['c']],
  [['a'], 'ArrowUp', false, ['a']],
  [[], 'ArrowDown', false, ['a']],
  [[], 'ArrowUp', false, ['d']],
  [['b'], 'End', false, ['d']],
  [['b'], 'ArrowDown', true, ['b', 'c']],
  [['b', 'c'], 'ArrowUp', true, ['b']],
  [['b'], 'ArrowUp', true, ['b', 'a']],
  [['b', 'a'], 'ArrowDown', true, ['b']],
  [['c'], 'Home', true, ['c', 'b', 'a']],
] as const)('goes from %j with %s (extending: %j) to %j', (selection, key, doesExtend, expected) => {
  expect(nextSelection(shown, selection, key, doesExtend)).toEqual(expected)
})

it('leaves other keys alone', () => {
  expect(nextSelection(shown, ['a'], 'x', false)).toBeNull()
  expect(nextSelection([], [], 'ArrowDown', false)).toBeNull()
})
