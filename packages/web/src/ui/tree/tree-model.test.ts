import { expect, test } from 'vitest'
import {
  ancestorsOf,
  canPutInto,
  draggedIds,
  indexTree,
  placeOfDrop,
  searchTree,
  shiftedPlace,
  topmost,
} from './tree-model.ts'

const nodes = [
  { id: 'root', parentId: null, name: 'Root' },
  { id: 'shop', parentId: 'root', name: 'Shop' },
  { id: 'order', parentId: 'shop', name: 'Order' },
  { id: 'pay', parentId: 'order', name: 'Pay' },
  { id: 'login', parentId: 'root', name: 'Login' },
]

const tree = indexTree(nodes)
const childIds = (of: typeof tree, id: string | null) => of.childrenOf.get(id)?.map(node => node.id)

test('a flat list becomes a tree in the order of the list', () => {
  expect(childIds(tree, null)).toEqual(['root'])
  expect(childIds(tree, 'root')).toEqual(['shop', 'login'])
  expect(childIds(tree, 'order')).toEqual(['pay'])
})

test('ancestors are listed from the parent to the root', () => {
  expect(ancestorsOf(tree, 'pay')).toEqual(['order', 'shop', 'root'])
})

test('a search keeps matches and their ancestors', () => {
  const found = searchTree(tree, 'PAY')
  expect(found?.hits).toEqual(['pay'])
  expect([...(found?.shown ?? [])]).toEqual(['pay', 'order', 'shop', 'root'])
  expect(searchTree(tree, 'o')?.hits).toEqual(['root', 'shop', 'order', 'login'])
  expect(searchTree(tree, '  ')).toBeNull()
})

test('everything below a selected node belongs to it', () => {
  expect(topmost(tree, ['pay', 'shop', 'login'])).toEqual(['shop', 'login'])
})

test('a node cannot be moved into itself, below itself, or into a leaf', () => {
  const holds = (id: string) => id !== 'login' && id !== 'pay'
  expect(canPutInto(tree, ['shop'], 'order', holds)).toBe(false)
  expect(canPutInto(tree, ['shop'], 'shop', holds)).toBe(false)
  expect(canPutInto(tree, ['shop'], 'login', holds)).toBe(false)
  expect(canPutInto(tree, ['pay'], 'root', holds)).toBe(true)
})

test('nodes without a known parent become roots, and a cycle of parents ends', () => {
  const lost = [...nodes, { id: 'x', parentId: 'gone', name: 'X' }]
  expect(childIds(indexTree(lost), null)).toEqual(['root', 'x'])
  const circle = [
    { id: 'a', parentId: 'b', name: 'A' },
    { id: 'b', parentId: 'a', name: 'B' },
  ]
  expect(ancestorsOf(indexTree(circle), 'a')).toEqual(['b', 'a'])
  expect(ancestorsOf(tree, 'gone')).toEqual([])
  expect(canPutInto(tree, ['login'], 'shop', () => true)).toBe(true)
})

test.each([
  ['shop', 'into', { parentId: 'shop', beforeId: null }],
  ['shop', 'before', { parentId: 'root', beforeId: 'shop' }],
  ['shop', 'after', { parentId: 'root', beforeId: 'login' }],
  ['login', 'after', { parentId: 'root', beforeId: null }],
  ['root', 'after', null],
  ['root', 'into', { parentId: 'root', beforeId: null }],
] as const)('a drop at %s, %s it, goes to %j', (id, where, place) => {
  const target = nodes.find(node => node.id === id) ?? { id, parentId: null, name: id }
  expect(placeOfDrop(tree, target, where)).toEqual(place)
})

test('dragging one of several selected nodes moves them all', () => {
  expect(draggedIds('a', ['a', 'b'])).toEqual(['a', 'b'])
  expect(draggedIds('c', ['a', 'b'])).toEqual(['c'])
})

test.each([
  ['down', ['shop'], 1, { parentId: 'root', beforeId: null }],
  ['up', ['login'], -1, { parentId: 'root', beforeId: 'shop' }],
  ['up from the first place', ['shop'], -1, null],
  ['down from the last place', ['login'], 1, null],
  ['with a node of another parent', ['shop', 'pay'], 1, null],
  ['at the root', ['root'], 1, null],
] as const)('a move by one place %s', (_, ids, by, place) => {
  expect(shiftedPlace(tree, ids, by)).toEqual(place)
})

test('several siblings move together past the next one', () => {
  const list = ['a', 'b', 'c', 'd'].map(id => ({ id, parentId: 'top', name: id }))
  const siblings = indexTree([{ id: 'top', parentId: null, name: '' }, ...list])
  expect(shiftedPlace(siblings, ['b', 'a'], 1)).toEqual({ parentId: 'top', beforeId: 'd' })
  expect(shiftedPlace(siblings, ['c', 'd'], -1)).toEqual({ parentId: 'top', beforeId: 'b' })
})
