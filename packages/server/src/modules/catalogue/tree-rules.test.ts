import { AppError } from '@pone/contract/errors.ts'
import { maxTreeDepth } from '@pone/schema/limits.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  assertPlace,
  assertTransfer,
  inTreeOrder,
  orderWith,
  subtreeOf,
  type TreeNode,
  topmost,
} from './tree-rules.ts'

const allowed = { folder: ['folder', 'component'], component: [] }
const node = (id: string, parent_id: string | null, kind = 'folder', position = 0): TreeNode => ({
  id,
  parent_id,
  kind,
  name: id,
  position,
})
const tree = [
  node('root', null),
  node('b', 'root', 'folder', 1),
  node('a', 'root', 'folder', 0),
  node('a1', 'a', 'component'),
  node('a2', 'a', 'folder', 1),
]
const get = (id: string): TreeNode => {
  const found = tree.find(entry => entry.id === id)
  if (!found) throw new Error(id)
  return found
}
const codeOf = (act: () => void): string => {
  try {
    act()
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
  return 'allowed'
}

describe('tree rules', () => {
  it('lists parents before children and siblings by position', () => {
    expect(inTreeOrder(tree).map(entry => entry.id)).toEqual(['root', 'a', 'a1', 'a2', 'b'])
  })

  it('collects a node with all below it', () => {
    expect(subtreeOf(tree, 'a').map(entry => entry.id)).toEqual(['a', 'a1', 'a2'])
  })

  it('leaves out chosen nodes whose ancestor is chosen too', () => {
    expect(topmost(tree, ['a1', 'a', 'b'])).toEqual(['a', 'b'])
  })

  it.each([
    ['the root cannot be moved', 'root', 'a', 'RootFixed'],
    ['a folder cannot be moved into itself', 'a', 'a', 'MoveIntoSelf'],
    ['a folder cannot be moved below itself', 'a', 'a2', 'MoveIntoSelf'],
    ['a component has no children', 'b', 'a1', 'LeafHasNoChildren'],
    ['a folder moves into another folder', 'b', 'a', 'allowed'],
  ])('%s', (_, moved, target, expected) => {
    expect(
      codeOf(() => assertTransfer(tree, allowed, { node: get(moved), parent: get(target), isMove: true })),
    ).toBe(expected)
  })

  it('refuses a tree that gets too deep', () => {
    const chain = Array.from({ length: maxTreeDepth }, (_, i) => node(`n${i}`, i === 0 ? null : `n${i - 1}`))
    const at = (i: number): TreeNode => chain[i] ?? node('missing', null)
    expect(codeOf(() => assertPlace(chain, allowed, { parent: at(maxTreeDepth - 1), kind: 'folder' }))).toBe(
      'TreeTooDeep',
    )
    expect(codeOf(() => assertPlace(chain, allowed, { parent: at(maxTreeDepth - 2), kind: 'folder' }))).toBe(
      'allowed',
    )
  })

  it('keeps every sibling exactly once when some are moved', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { minLength: 1 }), fc.nat(), fc.nat(), (siblings, m, b) => {
        const moved = siblings.filter((_, i) => i % (1 + (m % 3)) === 0)
        const before = siblings[b % siblings.length] ?? null
        const ordered = orderWith(siblings, moved, before)
        expect(ordered.toSorted()).toEqual(siblings.toSorted())
      }),
    )
  })
})
