/** Where steps go when they are added, indented and outdented. */
import type { Step } from '@pone/plan/steps/registry.ts'
import { describe, expect, it } from 'vitest'
import { group, think } from '../test-steps.ts'
import { indentPlace, outdentPlace, placeForNew, placeToAdd } from './step-places.ts'
import { flattenSteps, moveSteps, wrapSteps } from './step-tree.ts'

const tree = (): Step[] => [
  think('a'),
  group('g', think('b'), group('h', think('c')), think('d')),
  think('e'),
]
const shown = (steps: readonly Step[]) =>
  flattenSteps(steps).map(({ step, depth }) => '.'.repeat(depth) + step.id)

describe('a new step', () => {
  it.each([
    [[], [], null, 'into'],
    [['gone'], [], null, 'into'],
    [['a'], [], 'a', 'after'],
    [['g'], [], 'g', 'into'],
    [['g'], ['g'], 'g', 'after'],
    [['a', 'h'], ['g'], 'h', 'into'],
  ] as const)('with %j selected and %j collapsed goes to %s, %s', (selection, folded, target, where) => {
    expect(placeForNew(tree(), selection, new Set(folded))).toEqual({ target, where })
  })
  it.each([
    ['next', ['g'], { target: 'g', where: 'after' }],
    ['inside', ['g'], { target: 'g', where: 'into' }],
    ['inside', ['a'], { target: 'a', where: 'after' }],
    ['after', ['g'], { target: 'g', where: 'after' }],
    ['before', ['d', 'b'], { target: 'b', where: 'before' }],
    ['after', ['d', 'b'], { target: 'd', where: 'after' }],
    ['before', [], { target: null, where: 'into' }],
  ] as const)('added %s of %j goes to %j', (where, selection, place) => {
    expect(placeToAdd(tree(), selection, { where, folded: new Set(['g']) })).toEqual(place)
  })
})

describe('steps', () => {
  const moved = (ids: string[], place: ReturnType<typeof indentPlace>) =>
    place && shown(moveSteps(tree(), ids, place))
  it('are moved to the end of the group right before them', () => {
    expect(moved(['e'], indentPlace(tree(), ['e']))).toEqual(['a', 'g', '.b', '.h', '..c', '.d', '.e'])
    expect(moved(['d'], indentPlace(tree(), ['d']))).toEqual(['a', 'g', '.b', '.h', '..c', '..d', 'e'])
    expect(indentPlace(tree(), ['b'])).toBeNull()
    expect(indentPlace(tree(), ['g'])).toBeNull()
    expect(indentPlace(tree(), [])).toBeNull()
  })
  it('are moved out of their group, behind it', () => {
    expect(moved(['c'], outdentPlace(tree(), ['c']))).toEqual(['a', 'g', '.b', '.h', '.c', '.d', 'e'])
    expect(moved(['b', 'd'], outdentPlace(tree(), ['b', 'd']))).toEqual([
      'a',
      'g',
      '.h',
      '..c',
      'b',
      'd',
      'e',
    ])
    expect(outdentPlace(tree(), ['a'])).toBeNull()
    expect(outdentPlace(tree(), [])).toBeNull()
  })
  it('are put into a new one at the place of the first of them', () => {
    expect(shown(wrapSteps(tree(), ['c', 'd', 'e'], group('w')))).toEqual([
      'a',
      'g',
      '.b',
      '.h',
      '..w',
      '...c',
      '...d',
      '...e',
    ])
    const steps = tree()
    expect(wrapSteps(steps, [], group('w'))).toBe(steps)
    expect(wrapSteps(steps, ['a'], think('w'))).toBe(steps)
  })
  it('keep their weight when they are put into a new one', () => {
    const weighted: Step = {
      id: 'p',
      name: '',
      enabled: true,
      kind: 'weighted',
      weights: { a: 3 },
      children: [think('a'), think('b')],
    }
    expect(wrapSteps([weighted], ['a'], group('w'))[0]).toMatchObject({ weights: { w: 3 } })
  })
})
