/** Rules and properties of the component editor's state. */

import { type ComponentDocument, componentDocumentSchema } from '@pone/plan/component/component.ts'
import type { Step } from '@pone/plan/steps/registry.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { group, think } from '../test-steps.ts'
import {
  coalesceMs,
  type EditorAction,
  type EditorState,
  isDirty,
  maxUndoSteps,
  openEditor,
  reduceEditor,
} from './editor-model.ts'
import { isSame } from './same-value.ts'
import { flattenSteps } from './step-tree.ts'

const documentOf = (...steps: Step[]): ComponentDocument => ({ ...componentDocumentSchema.parse({}), steps })
const ids = (state: EditorState) => flattenSteps(state.document.steps).map(row => row.step.id)
const after = (state: EditorState, ...actions: EditorAction[]) => actions.reduce(reduceEditor, state)
const named = (id: string, name: string, at: number): EditorAction => ({
  kind: 'updateStep',
  id,
  step: { ...think(id), name },
  joinKey: 'name',
  at,
})

const start = () => openEditor(documentOf(think('a'), group('g', think('b')), think('c')), 3)

let serial = 0
const newId = () => `n${serial++}`

const arbitraryAction: fc.Arbitrary<(state: EditorState) => EditorAction> = fc
  .tuple(fc.nat(9), fc.nat(), fc.nat(), fc.constantFrom('into' as const, 'before' as const, 'after' as const))
  .map(([kind, one, two, where]) => state => {
    const all = ids(state)
    const id = all[one % Math.max(1, all.length)] ?? 'none'
    const other = all[two % Math.max(1, all.length)] ?? null
    const actions: EditorAction[] = [
      { kind: 'insert', steps: [think(newId())], place: { target: other, where } },
      { kind: 'insert', steps: [group(newId(), think(newId()))], place: { target: other, where } },
      { kind: 'move', ids: [id], place: { target: other, where } },
      { kind: 'duplicate', ids: [id, other ?? id], newId },
      { kind: 'delete', ids: [id] },
      { kind: 'setEnabled', ids: [id], enabled: two % 2 === 0 },
      { kind: 'paste', steps: state.document.steps.slice(0, 2), place: { target: other, where }, newId },
      { kind: 'wrap', ids: [id, other ?? id], wrapper: group(newId()) },
      { kind: 'select', ids: [id] },
      {
        kind: 'edit',
        document: {
          ...state.document,
          variables: [{ name: `v${two}`, value: '', enabled: true, secret: false }],
        },
        joinKey: 'variables',
        at: one,
      },
      { kind: 'undo' },
    ]
    return actions[kind] ?? { kind: 'redo' }
  })

describe('the component editor', () => {
  it('undoes and redoes any sequence of edits exactly', () => {
    fc.assert(
      fc.property(fc.array(arbitraryAction, { maxLength: 30 }), makers => {
        let state = start()
        const original = state.document
        for (const make of makers) state = reduceEditor(state, make(state))
        const final = state.document
        const steps = state.past.length
        for (let n = 0; n < steps; n += 1) state = reduceEditor(state, { kind: 'undo' })
        expect(state.document).toEqual(original)
        expect(isDirty(state)).toBe(false)
        for (let n = 0; n < steps; n += 1) state = reduceEditor(state, { kind: 'redo' })
        expect(state.document).toEqual(final)
      }),
    )
  })
  it('keeps ids unique and the selection on existing steps', () => {
    fc.assert(
      fc.property(fc.array(arbitraryAction, { maxLength: 30 }), makers => {
        let state = start()
        for (const make of makers) {
          state = reduceEditor(state, make(state))
          const all = ids(state)
          expect(new Set(all).size).toBe(all.length)
          if (state.document.steps.length > 0)
            expect(all).toEqual(expect.arrayContaining([...state.selection]))
        }
      }),
    )
  })
  it('undoes typing into one field as one step, and a pause or another field starts a new step', () => {
    const typed = after(start(), named('a', 'x', 0), named('a', 'xy', 300), named('a', 'xyz', 600))
    expect(typed.past).toHaveLength(1)
    expect(after(typed, { kind: 'undo' }).document).toEqual(start().document)
    expect(after(typed, named('a', 'later', 600 + coalesceMs)).past).toHaveLength(2)
    expect(after(typed, named('c', 'other', 700)).past).toHaveLength(2)
    expect(after(typed, { kind: 'select', ids: ['c'] }, named('a', 'back', 700)).past).toHaveLength(2)
  })
  it('drops the oldest undo steps beyond the limit', () => {
    let state = start()
    for (let n = 0; n < maxUndoSteps + 20; n += 1)
      state = reduceEditor(state, { kind: 'setEnabled', ids: ['a'], enabled: n % 2 === 1 })
    expect(state.past).toHaveLength(maxUndoSteps)
  })
  it('drops the redo steps with the next edit', () => {
    const state = after(
      start(),
      { kind: 'delete', ids: ['a'] },
      { kind: 'undo' },
      { kind: 'delete', ids: ['c'] },
    )
    expect(state.future).toEqual([])
  })
  it('is unchanged again after typing something and reverting it', () => {
    expect(isDirty(after(start(), named('a', 'x', 0)))).toBe(true)
    expect(isDirty(after(start(), named('a', 'x', 0), named('a', 'a', 9_999)))).toBe(false)
  })
  it('selects the next step after a deletion, else the previous one', () => {
    expect(after(start(), { kind: 'delete', ids: ['g'] }).selection).toEqual(['c'])
    expect(after(start(), { kind: 'delete', ids: ['c'] }).selection).toEqual(['b'])
    expect(after(start(), { kind: 'delete', ids: ['a', 'g', 'c'] }).selection).toEqual([])
  })
  it('selects pasted steps', () => {
    const place = { target: 'g', where: 'into' } as const
    const state = after(start(), { kind: 'paste', steps: [think('a')], place, newId: () => 'fresh' })
    expect(ids(state)).toEqual(['a', 'g', 'b', 'fresh', 'c'])
    expect(state.selection).toEqual(['fresh'])
  })
  it('adds the parameters that pasted steps name', () => {
    const parameters = [
      {
        id: 'p',
        kind: 'list' as const,
        name: 'id',
        values: ['1'],
        selection: 'random' as const,
        update: 'occurrence' as const,
        exhaustion: 'cycle' as const,
      },
    ]
    const place = { target: null, where: 'into' as const }
    const state = after(start(), {
      kind: 'paste',
      steps: [think('a')],
      parameters,
      place,
      newId: () => 'new',
    })
    expect(state.document).toMatchObject({ parameters, variables: [] })
  })

  it('adds the variables that pasted steps name; one undo takes both away', () => {
    const variables = [{ name: 'token', value: 'x', enabled: true, secret: true }]
    const place = { target: 'a', where: 'after' } as const
    const state = after(start(), { kind: 'paste', steps: [think('a')], variables, place, newId: () => 'new' })
    expect([ids(state).includes('new'), state.document.variables]).toEqual([true, variables])
    const undone = after(state, { kind: 'undo' })
    expect([ids(undone).includes('new'), undone.document.variables]).toEqual([false, []])
  })
  it('selects the step that others were put into; one undo takes it away', () => {
    const state = after(start(), { kind: 'wrap', ids: ['b', 'c'], wrapper: group('w') })
    expect([ids(state), state.selection]).toEqual([['a', 'g', 'w', 'b', 'c'], ['w']])
    expect(ids(after(state, { kind: 'undo' }))).toEqual(['a', 'g', 'b', 'c'])
  })
  it('stays unsaved when edits were made while saving', () => {
    const sent = after(start(), named('a', 'x', 0))
    const edited = after(sent, named('a', 'xy', 9_999))
    expect(isDirty(after(edited, { kind: 'saved', document: sent.document, revision: 4 }))).toBe(true)
    expect(isDirty(after(sent, { kind: 'saved', document: sent.document, revision: 4 }))).toBe(false)
  })
  it('can undo loading the version of another user', () => {
    const mine = after(start(), named('a', 'mine', 0))
    const theirs = after(mine, { kind: 'load', document: documentOf(think('z')), revision: 9 })
    expect([isDirty(theirs), theirs.revision]).toEqual([false, 9])
    expect(after(theirs, { kind: 'undo' }).document).toEqual(mine.document)
  })
  it('refuses more steps than the limit of a component', () => {
    const many = openEditor(documentOf(...Array.from({ length: 2_000 }, (_, n) => think(`s${n}`))), 1)
    expect(after(many, { kind: 'duplicate', ids: ['s0'], newId })).toBe(many)
  })
})

describe('comparing values', () => {
  it('gives the same result as comparing their JSON text', () => {
    fc.assert(fc.property(fc.jsonValue(), value => isSame(value, JSON.parse(JSON.stringify(value)))))
    expect(isSame({ a: 1, b: undefined }, { a: 1 })).toBe(true)
    expect(isSame([1], { 0: 1 })).toBe(false)
    expect(isSame({ a: 1 }, { b: 1 })).toBe(false)
  })
})
