/** Keys, clicks and ranges in a tree of rows. */
import { describe, expect, it } from 'vitest'
import { type RowKeyTree, rowActionOf } from './row-keys.ts'
import { clickedSelection, nextSelection } from './row-selection.ts'

const shown = ['a', 'b', 'c', 'd']

describe('the selection', () => {
  it.each([
    [['b'], 'ArrowDown', false, ['c']],
    [['a'], 'ArrowUp', false, ['a']],
    [['c'], 'ArrowUp', false, ['b']],
    [['d'], 'ArrowDown', false, ['d']],
    [[], 'ArrowDown', false, ['a']],
    [[], 'ArrowUp', false, ['d']],
    [['b'], 'Home', false, ['a']],
    [['b'], 'End', false, ['d']],
    [['b'], 'PageDown', false, ['d']],
    [['c'], 'PageUp', false, ['a']],
    [['b'], 'ArrowDown', true, ['b', 'c']],
    [['b', 'c'], 'ArrowUp', true, ['b']],
    [['b'], 'ArrowUp', true, ['b', 'a']],
    [['b', 'a'], 'ArrowDown', true, ['b']],
    [['c'], 'Home', true, ['c', 'b', 'a']],
    [['gone'], 'End', true, ['d']],
  ] as const)('goes from %j with %s (extending: %j) to %j', (selection, key, doesExtend, expected) => {
    expect(nextSelection(shown, selection, key, doesExtend)).toEqual(expected)
  })
  it('moves by 15 rows with the Page keys', () => {
    const many = Array.from({ length: 40 }, (_, at) => `r${at}`)
    expect(nextSelection(many, ['r20'], 'PageDown', false)).toEqual(['r35'])
    expect(nextSelection(many, ['r20'], 'PageUp', false)).toEqual(['r5'])
  })
  it('ignores other keys', () => {
    expect(nextSelection(shown, ['a'], 'x', false)).toBeNull()
    expect(nextSelection([], [], 'ArrowDown', false)).toBeNull()
  })
  const click = (keys: string) => ({
    shiftKey: keys.includes('s'),
    ctrlKey: keys.includes('c'),
    metaKey: keys.includes('m'),
  })
  it.each([
    [['a', 'b'], 'c', '', ['c']],
    [['a', 'b'], 'c', 'c', ['a', 'b', 'c']],
    [['a', 'b'], 'a', 'm', ['b']],
    [['b'], 'd', 's', ['b', 'c', 'd']],
    [['d', 'c'], 'b', 's', ['d', 'c', 'b']],
    [['b'], 'b', 's', ['b']],
    [['gone'], 'c', 's', ['c']],
    [[], 'c', 's', ['c']],
  ] as const)('goes from %j by a click on %s with "%s" to %j', (selection, key, keys, expected) => {
    expect(clickedSelection(shown, selection, key, click(keys))).toEqual(expected)
  })
})

describe('a key in the tree', () => {
  // g is the parent of a and h; h, collapsed, is the parent of b; c is at the end.
  const parents: Readonly<Record<string, string>> = { a: 'g', h: 'g', b: 'h' }
  const treeAt = (current: string | null, isSearching = false): RowKeyTree => ({
    keys: ['g', 'a', 'h', 'c'],
    selection: current === null ? [] : [current],
    isSearching,
    folded: new Set(['h']),
    isGroup: key => 'gh'.includes(key),
    parentOf: key => parents[key] ?? null,
  })
  const press = (keys: string, current: string | null, isSearching?: boolean) => {
    const [key = '', ...held] = keys.split('+').toReversed()
    const is = (name: string) => held.includes(name)
    const pressed = { altKey: is('Alt'), ctrlKey: is('Ctrl'), metaKey: is('Meta'), shiftKey: is('Shift') }
    return rowActionOf({ key, ...pressed }, treeAt(current, isSearching))
  }
  const select = (...keys: string[]) => ({ kind: 'select', keys })
  it.each([
    ['Alt+ArrowUp', 'a', { kind: 'shift', by: -1 }],
    ['Alt+ArrowDown', null, { kind: 'shift', by: 1 }],
    ['Alt+ArrowRight', 'a', { kind: 'indent' }],
    ['Alt+ArrowLeft', 'a', { kind: 'outdent' }],
    ['Ctrl+g', 'a', { kind: 'wrap' }],
    ['g', 'a', null],
    ['Insert', 'a', { kind: 'add' }],
    ['ArrowRight', 'h', { kind: 'fold', key: 'h' }],
    ['ArrowRight', 'g', null],
    ['ArrowRight', 'c', null],
    ['ArrowRight', null, null],
    ['ArrowLeft', 'g', { kind: 'fold', key: 'g' }],
    ['ArrowLeft', 'h', select('g')],
    ['ArrowLeft', 'a', select('g')],
    ['ArrowLeft', 'c', null],
    ['ArrowLeft', null, null],
    ['Ctrl+a', 'a', select('g', 'a', 'h', 'c')],
    ['Meta+A', 'a', select('g', 'a', 'h', 'c')],
    ['a', 'a', null],
    ['Ctrl+d', 'a', { kind: 'duplicate' }],
    ['d', 'a', null],
    ['Delete', 'a', { kind: 'remove' }],
    ['Backspace', 'a', { kind: 'remove' }],
    [' ', 'a', { kind: 'toggle' }],
    ['F2', 'a', { kind: 'name', isAllSelected: true }],
    ['Enter', 'a', { kind: 'name', isAllSelected: false }],
    ['Ctrl+Enter', 'a', null],
    ['ArrowDown', 'a', select('h')],
    ['Shift+ArrowDown', 'a', select('a', 'h')],
    ['x', 'a', null],
  ])('%s at %s has the action %j', (keys, current, expected) => {
    expect(press(keys, current)).toEqual(expected)
  })
  it('opens the menu of what can be added with the plus sign', () => {
    const pressed = { key: '+', altKey: false, ctrlKey: false, metaKey: false, shiftKey: true }
    expect(rowActionOf(pressed, treeAt('a'))).toEqual({ kind: 'add' })
  })
  it('does not collapse rows during a search', () => {
    expect(press('ArrowLeft', 'g', true)).toBeNull()
    expect(press('ArrowLeft', 'a', true)).toEqual(select('g'))
  })
})
