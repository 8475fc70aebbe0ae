/** Rows of a catalogue tree, drops over them, and the actions of keys on them. */
import { expect, test } from 'vitest'
import { type TreeKeyState, treeKeyAction } from './tree-keys.ts'
import { indexTree } from './tree-model.ts'
import { dropOver, treeRows } from './tree-rows.ts'

const nodes = [
  { id: 'root', parentId: null, name: 'Root' },
  { id: 'shop', parentId: 'root', name: 'Shop' },
  { id: 'pay', parentId: 'shop', name: 'Pay' },
  { id: 'cart', parentId: 'shop', name: 'Cart' },
  { id: 'bank', parentId: 'root', name: 'Bank' },
]
const tree = indexTree(nodes)
const lines = (expanded: readonly string[], shown: readonly string[] | null) =>
  treeRows(tree, id => expanded.includes(id), shown && new Set(shown)).map(
    ({ node, depth, position, siblings }) => `${'-'.repeat(depth)}${node.id} ${position}/${siblings}`,
  )

test('there is a row per node whose ancestors are expanded', () => {
  expect(lines([], null)).toEqual(['root 1/1'])
  expect(lines(['root'], null)).toEqual(['root 1/1', '-shop 1/2', '-bank 2/2'])
  expect(lines(['root', 'shop'], null)).toEqual([
    'root 1/1',
    '-shop 1/2',
    '--pay 1/2',
    '--cart 2/2',
    '-bank 2/2',
  ])
})

test('a search shows only its nodes, counted among themselves', () => {
  expect(lines(['root', 'shop'], ['root', 'shop', 'cart'])).toEqual(['root 1/1', '-shop 1/1', '--cart 1/1'])
})

test.each([
  ['shop', 0.1, false, 'before', { parentId: 'root', beforeId: 'shop' }],
  ['shop', 0.5, false, 'into', { parentId: 'shop', beforeId: null }],
  ['shop', 0.9, false, 'after', { parentId: 'root', beforeId: 'bank' }],
  ['shop', 0.9, true, 'after', { parentId: 'shop', beforeId: 'pay' }],
  ['bank', 0.9, true, 'after', { parentId: 'root', beforeId: null }],
  ['pay', 0.4, false, 'before', { parentId: 'shop', beforeId: 'pay' }],
  ['pay', 0.5, false, 'after', { parentId: 'shop', beforeId: 'cart' }],
  ['root', 0.01, true, 'into', { parentId: 'root', beforeId: null }],
  ['root', 0.99, true, 'into', { parentId: 'root', beforeId: null }],
] as const)(
  'a drop over %s at %d of its height (expanded: %s) is marked %s it',
  (id, height01, isExpanded, mark, place) => {
    const node = tree.byId.get(id)
    if (node === undefined) throw new Error(id)
    const holdsChildren = id !== 'pay'
    const depth = id === 'root' ? 0 : id === 'pay' ? 2 : 1
    expect(dropOver(tree, { node, depth, holdsChildren, isExpanded, height01 })).toEqual({
      mark: { kind: mark, depth: place.beforeId === 'pay' ? 2 : depth },
      place,
    })
  },
)

const state = (selection: readonly string[], expanded: readonly string[]): TreeKeyState => ({
  ids: treeRows(tree, id => expanded.includes(id), null).map(({ node }) => node.id),
  selection,
  parentOf: id => tree.byId.get(id)?.parentId ?? null,
  expansionOf: id => (['pay', 'cart'].includes(id) ? null : expanded.includes(id)),
})
const all = ['root', 'shop']
const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }

test.each([
  ['ArrowDown', {}, ['pay'], all, { kind: 'select', ids: ['cart'] }],
  ['ArrowDown', { shiftKey: true }, ['pay'], all, { kind: 'select', ids: ['pay', 'cart'] }],
  ['End', {}, ['pay'], all, { kind: 'select', ids: ['bank'] }],
  ['ArrowRight', {}, ['shop'], ['root'], { kind: 'expand', id: 'shop' }],
  ['ArrowRight', {}, ['shop'], all, { kind: 'select', ids: ['pay'] }],
  ['ArrowRight', {}, ['bank'], [...all, 'bank'], null],
  ['ArrowRight', {}, ['pay'], all, null],
  ['ArrowLeft', {}, ['shop'], all, { kind: 'collapse', id: 'shop' }],
  ['ArrowLeft', {}, ['pay'], all, { kind: 'select', ids: ['shop'] }],
  ['ArrowLeft', {}, ['root'], [], null],
  ['Enter', {}, ['a', 'pay'], all, { kind: 'open', id: 'pay' }],
  [' ', {}, ['pay'], all, { kind: 'open', id: 'pay' }],
  ['Enter', {}, [], all, null],
  ['F2', {}, ['pay'], all, { kind: 'rename', id: 'pay' }],
  ['Delete', {}, ['pay'], all, { kind: 'remove' }],
  ['ArrowUp', { altKey: true }, ['pay'], all, { kind: 'shift', by: -1 }],
  ['ArrowDown', { altKey: true }, ['pay'], all, { kind: 'shift', by: 1 }],
  ['ArrowLeft', { altKey: true }, ['pay'], all, null],
  ['C', { ctrlKey: true }, ['pay'], all, { kind: 'copy' }],
  ['x', { metaKey: true }, ['pay'], all, { kind: 'cut' }],
  ['v', { ctrlKey: true }, ['pay'], all, { kind: 'paste' }],
  ['End', { ctrlKey: true }, ['pay'], all, null],
  ['q', {}, ['pay'], all, null],
] as const)('the key %j with %j on %j', (key, held, selection, expanded, action) => {
  expect(treeKeyAction({ key, ...none, ...held }, state(selection, expanded))).toEqual(action)
})
