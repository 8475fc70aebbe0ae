/** Rules and properties of the step tree's operations. */
import type { Step } from '@pone/plan/steps/registry.ts'
import { isGroup } from '@pone/plan/steps/registry.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { group, think } from '../test-steps.ts'
import {
  canMove,
  duplicateSteps,
  flattenSteps,
  insertSteps,
  moveSteps,
  pathTo,
  removeSteps,
  topmostSteps,
  updateSteps,
  withFreshIds,
} from './step-tree.ts'

const ids = (steps: readonly Step[]) => flattenSteps(steps).map(row => row.step.id)

const tree = (): Step[] => [think('a'), group('g', think('b'), group('h', think('c'))), think('d')]

/** Random trees whose ids are unique. */
const arbitrarySteps = fc
  .array(fc.tuple(fc.boolean(), fc.nat(4)), { minLength: 1, maxLength: 25 })
  .map(shape => {
    let steps: Step[] = []
    shape.forEach(([asGroup, at], n) => {
      const groups = flattenSteps(steps).filter(row => isGroup(row.step))
      const parent = groups[at % (groups.length + 1)]?.step.id ?? null
      steps = insertSteps(steps, [asGroup ? group(`s${n}`) : think(`s${n}`)], {
        target: parent,
        where: 'into',
      })
    })
    return steps
  })

describe('the step tree', () => {
  it('gives the duplicate of a weighted child the weight of its original', () => {
    const children = [think('a'), think('b')]
    const steps: Step[] = [
      { id: 'w', name: '', enabled: true, kind: 'weighted', weights: { a: 3 }, children },
      think('c'),
    ]
    let next = 0
    const newId = () => `new${next++}`
    const { steps: doubled } = duplicateSteps(steps, ['a', 'b'], newId)
    expect(doubled[0]).toMatchObject({ weights: { a: 3, new0: 3 } })
    expect(ids(doubled)).toEqual(['w', 'a', 'b', 'new0', 'new1', 'c'])
    expect(duplicateSteps(steps, ['c'], newId).steps[0]).toBe(steps[0])
  })
  it('lists steps in document order with their depth and omits collapsed ones', () => {
    expect(ids(tree())).toEqual(['a', 'g', 'b', 'h', 'c', 'd'])
    expect(flattenSteps(tree(), new Set(['g'])).map(row => [row.step.id, row.depth])).toEqual([
      ['a', 0],
      ['g', 0],
      ['d', 0],
    ])
  })
  it('marks a step below a disabled group as not running', () => {
    const steps = updateSteps(tree(), ['g'], step => ({ ...step, enabled: false }))
    expect(
      flattenSteps(steps)
        .filter(row => !row.isActive)
        .map(row => row.step.id),
    ).toEqual(['g', 'b', 'h', 'c'])
  })
  it('returns the path from the top to a step', () => {
    expect(pathTo(tree(), 'c').map(step => step.id)).toEqual(['g', 'h', 'c'])
    expect(pathTo(tree(), 'x')).toEqual([])
  })
  it.each([
    [['a'], { target: 'h', where: 'into' }, ['g', 'b', 'h', 'c', 'a', 'd']],
    [['d'], { target: 'c', where: 'before' }, ['a', 'g', 'b', 'h', 'd', 'c']],
    [['a', 'b'], { target: 'd', where: 'after' }, ['g', 'h', 'c', 'd', 'a', 'b']],
    [['g', 'c'], { target: 'a', where: 'before' }, ['g', 'b', 'h', 'c', 'a', 'd']],
    [['b'], { target: null, where: 'into' }, ['a', 'g', 'h', 'c', 'd', 'b']],
  ] as const)('moves %j to %j', (moved, place, expected) => {
    expect(ids(moveSteps(tree(), moved, place))).toEqual(expected)
  })
  it.each([
    [['g'], { target: 'h', where: 'into' }],
    [['g'], { target: 'c', where: 'after' }],
    [['g'], { target: 'g', where: 'before' }],
    [['a'], { target: 'd', where: 'into' }],
    [['a'], { target: 'gone', where: 'before' }],
    [[], { target: 'a', where: 'before' }],
  ] as const)('refuses to move %j to %j', (moved, place) => {
    const steps = tree()
    expect(canMove(steps, moved, place)).toBe(false)
    expect(moveSteps(steps, moved, place)).toBe(steps)
  })
  it('returns only the topmost of nested chosen steps', () => {
    expect(topmostSteps(tree(), ['c', 'h', 'd']).map(step => step.id)).toEqual(['h', 'd'])
  })
  it('keeps the identity of subtrees that an operation does not touch', () => {
    const steps = tree()
    expect(removeSteps(steps, ['d'])[1]).toBe(steps[1])
    expect(removeSteps(steps, ['nothing'])).toBe(steps)
  })
  it('never loses or duplicates a step by moving', () => {
    fc.assert(
      fc.property(
        arbitrarySteps,
        fc.nat(),
        fc.nat(),
        fc.constantFrom('into', 'before', 'after'),
        (steps, from, to, where) => {
          const all = ids(steps)
          const moved = [all[from % all.length] ?? '', all[(from * 7 + 3) % all.length] ?? '']
          const after = moveSteps(steps, moved, { target: all[to % all.length] ?? null, where })
          expect(ids(after).toSorted()).toEqual(all.toSorted())
        },
      ),
    )
  })
  it('gives copies new ids on all levels', () => {
    fc.assert(
      fc.property(arbitrarySteps, steps => {
        let next = 0
        const copy = withFreshIds(steps, () => `new${next++}`)
        const both = [...ids(steps), ...ids(copy)]
        expect(new Set(both).size).toBe(both.length)
        expect(flattenSteps(copy).map(row => [row.step.name, row.depth])).toEqual(
          flattenSteps(steps).map(row => [row.step.name, row.depth]),
        )
      }),
    )
  })
})
