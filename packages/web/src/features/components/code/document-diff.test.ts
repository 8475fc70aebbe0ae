/** Differences between two versions of a component. */

import { type ComponentDocument, componentDocumentSchema } from '@pone/plan/component/component.ts'
import type { Step } from '@pone/plan/steps/registry.ts'
import { expect, it } from 'vitest'
import { group, think } from '../test-steps.ts'
import { diffDocuments } from './document-diff.ts'

const documentOf = (...steps: Step[]): ComponentDocument => ({ ...componentDocumentSchema.parse({}), steps })
const ids = (steps: readonly Step[]) => steps.map(step => step.id)

it('distinguishes steps that are only in one version, changed in both, or moved', () => {
  const theirs = documentOf(think('a'), group('g', think('b', 5)), think('t'))
  const mine = {
    ...documentOf(group('g', think('b', 7), think('m')), think('a')),
    variables: [{ name: 'x', value: '', enabled: true, secret: false }],
  }
  const diff = diffDocuments(theirs, mine)
  expect([ids(diff.onlyTheirs), ids(diff.onlyMine), ids(diff.changed)]).toEqual([['t'], ['m'], ['b']])
  expect(diff.isReordered).toBe(true)
  expect(diff.parts).toEqual(['variables'])
})

it('finds nothing between equal documents', () => {
  expect(diffDocuments(documentOf(think('a')), documentOf(think('a')))).toEqual({
    onlyTheirs: [],
    onlyMine: [],
    changed: [],
    isReordered: false,
    parts: [],
  })
})
