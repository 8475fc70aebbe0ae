import { expect, test } from 'vitest'
import {
  ancestorsOf,
  buildTree,
  canPutInto,
  draggedIds,
  freeSiblingName,
  placeOfDrop,
  searchTree,
  topmost,
  withDescendants,
} from './tree-model.ts'

const nodes = [
  { id: 'root', parentId: null, name: 'Root' },
  { id: 'shop', parentId: 'root', name: 'Shop' },
  { id: 'order', parentId: 'shop', name: 'Order' },
  { id: 'pay', parentId: 'order', name: 'Pay' },
  { id: 'login', parentId: 'root', name: 'Login' },
]

test('a flat list becomes a tree in the order of the list', () => {
  const [root] = buildTree(nodes)
  expect(root?.node.id).toBe('root')
  expect(root?.children.map(child => child.node.id)).toEqual(['shop', 'login'])
  expect(root?.children[0]?.children[0]?.children[0]?.node.id).toBe('pay')
})

test('ancestors are listed from the parent to the root', () => {
  expect(ancestorsOf(nodes, 'pay')).toEqual(['order', 'shop', 'root'])
})

test('a search keeps matches and their ancestors', () => {
  const found = searchTree(nodes, 'PAY')
  expect([...(found?.hits ?? [])]).toEqual(['pay'])
  expect(found?.shown.map(node => node.id)).toEqual(['root', 'shop', 'order', 'pay'])
  expect(searchTree(nodes, '  ')).toBeNull()
})

test('everything below a selected node belongs to it', () => {
  expect(topmost(nodes, ['pay', 'shop', 'login'])).toEqual(['shop', 'login'])
})

test('a node cannot be moved into itself, below itself, or into a leaf', () => {
  const holds = (id: string) => id !== 'login' && id !== 'pay'
  expect(canPutInto(nodes, ['shop'], 'order', holds)).toBe(false)
  expect(canPutInto(nodes, ['shop'], 'shop', holds)).toBe(false)
  expect(canPutInto(nodes, ['shop'], 'login', holds)).toBe(false)
  expect(canPutInto(nodes, ['pay'], 'root', holds)).toBe(true)
  expect([...withDescendants(nodes, 'shop')]).toEqual(['shop', 'order', 'pay'])
})

test('adds a number to a name that a sibling has', () => {
  expect(freeSiblingName(nodes, 'root', 'new')).toBe('new')
  expect(freeSiblingName(nodes, 'root', 'Shop')).toBe('Shop 2')
})

test('nodes without a known parent become roots, and a cycle of parents ends', () => {
  const lost = [...nodes, { id: 'x', parentId: 'gone', name: 'X' }]
  expect(buildTree(lost).map(branch => branch.node.id)).toEqual(['root', 'x'])
  const circle = [
    { id: 'a', parentId: 'b', name: 'A' },
    { id: 'b', parentId: 'a', name: 'B' },
  ]
  expect(ancestorsOf(circle, 'a')).toEqual(['b', 'a'])
  expect(ancestorsOf(nodes, 'gone')).toEqual([])
  expect(canPutInto(nodes, ['login'], 'shop', () => true)).toBe(true)
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
  expect(placeOfDrop(nodes, target, where)).toEqual(place)
})

test('dragging one of several selected nodes moves them all', () => {
  expect(draggedIds('a', ['a', 'b'])).toEqual(['a', 'b'])
  expect(draggedIds('c', ['a', 'b'])).toEqual(['c'])
})
