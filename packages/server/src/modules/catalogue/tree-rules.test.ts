import { AppError } from '@pone/contract/errors.ts'
import { maxTreeDepth } from '@pone/schema/limits.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  assertPlace,
  assertTransfer,
  indexTree,
  inTreeOrder,
  nextPosition,
  positionsFor,
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
const index = indexTree(tree)
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
    expect(subtreeOf(index, 'a').map(entry => entry.id)).toEqual(['a', 'a1', 'a2'])
  })

  it('leaves out chosen nodes whose ancestor is chosen too', () => {
    expect(topmost(index, ['a1', 'a', 'b'])).toEqual(['a', 'b'])
  })

  it.each([
    ['the root cannot be moved', 'root', 'a', 'RootFixed'],
    ['a folder cannot be moved into itself', 'a', 'a', 'MoveIntoSelf'],
    ['a folder cannot be moved below itself', 'a', 'a2', 'MoveIntoSelf'],
    ['a component has no children', 'b', 'a1', 'LeafHasNoChildren'],
    ['a folder moves into another folder', 'b', 'a', 'allowed'],
  ])('%s', (_, moved, target, expected) => {
    expect(
      codeOf(() => assertTransfer(index, allowed, { node: get(moved), parent: get(target), isMove: true })),
    ).toBe(expected)
  })

  it('refuses a tree that gets too deep', () => {
    const chain = Array.from({ length: maxTreeDepth }, (_, i) => node(`n${i}`, i === 0 ? null : `n${i - 1}`))
    const at = (i: number): TreeNode => chain[i] ?? node('missing', null)
    expect(
      codeOf(() => assertPlace(indexTree(chain), allowed, { parent: at(maxTreeDepth - 1), kind: 'folder' })),
    ).toBe('TreeTooDeep')
    expect(
      codeOf(() => assertPlace(indexTree(chain), allowed, { parent: at(maxTreeDepth - 2), kind: 'folder' })),
    ).toBe('allowed')
  })

  const siblings = (positions: readonly number[]) =>
    positions.map((position, at) => ({ id: `s${at}`, position }))
  it.each([
    ['into a gap', [0, 5], ['m'], 's1', { m: 1 }],
    ['at the end', [0, 1], ['m', 'n'], null, { m: 2, n: 3 }],
    ['to the front', [0, 1, 2], ['m', 'n'], 's0', { m: -2, n: -1 }],
    ['into an empty folder', [], ['m', 'n'], null, { m: 0, n: 1 }],
    ['near the end', [0, 1, 2, 3], ['m'], 's3', { m: 3, s3: 4 }],
    ['near the front', [0, 1, 2, 3], ['m'], 's1', { m: 0, s0: -1 }],
    ['before a sibling that is gone', [0, 1], ['m'], 'gone', { m: 2 }],
    ['between equal positions', [4, 4], ['m'], 's1', { m: 5, s1: 6 }],
  ])('moves %s with few other changes', (_, positions, moved, beforeId, expected) => {
    expect(Object.fromEntries(positionsFor(siblings(positions), moved, beforeId))).toEqual(expected)
  })

  it('keeps the order of all others, whatever is moved where', () => {
    const gaps = fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 12 })
    fc.assert(
      fc.property(gaps, fc.nat({ max: 12 }), fc.integer({ min: 1, max: 4 }), (steps, at, count) => {
        const staying = siblings(
          steps.map((_, i) => steps.slice(0, i + 1).reduce((sum, step) => sum + step, 0)),
        )
        const moved = Array.from({ length: count }, (_, i) => `m${i}`)
        const changes = positionsFor(staying, moved, staying[at]?.id ?? null)
        const before = new Map(staying.map(({ id, position }) => [id, position]))
        const order = [...new Map([...before, ...changes])]
          .toSorted(([, a], [, b]) => a - b)
          .map(([id]) => id)
        const ids = staying.map(({ id }) => id)
        expect(order).toEqual([...ids.slice(0, at), ...moved, ...ids.slice(at)])
      }),
    )
  })

  it('counts positions on from the last child', () => {
    expect(nextPosition([])).toBe(0)
    expect(nextPosition(siblings([3, 7]))).toBe(8)
  })
})
