/** The component editor's state and its transitions: edits with undo and redo, selection, and the saved revision. Pure. */

import type { ComponentDocument } from '@pone/plan/component/component.ts'
import type { Step } from '@pone/plan/steps/registry.ts'
import { maxSteps } from '@pone/schema/limits.ts'
import { isSame } from './same-value.ts'
import {
  canMove,
  countSteps,
  duplicateSteps,
  findStep,
  flattenSteps,
  insertSteps,
  moveSteps,
  type Place,
  removeSteps,
  updateSteps,
  withFreshIds,
  wrapSteps,
} from './step-tree.ts'
import { afterStoring } from './stored-secrets.ts'

/** Edits of the same field within this time are undone together. */
export const coalesceMs = 1_200
export const maxUndoSteps = 200

interface Moment {
  readonly document: ComponentDocument
  readonly selection: readonly string[]
}

export interface EditorState extends Moment {
  /** Document and revision as stored on the server, as far as this editor has read them. */
  readonly saved: ComponentDocument
  readonly revision: number
  readonly past: readonly Moment[]
  readonly future: readonly Moment[]
  /** Field of the latest edit and its time, while another edit of the same field would be joined to it. */
  readonly joining: { readonly key: string; readonly at: number } | null
}

export type EditorAction =
  | { kind: 'select'; ids: readonly string[] }
  /** `joinKey` names the field, so that typing makes one undo step; `at` is the clock in ms. */
  | { kind: 'edit'; document: ComponentDocument; joinKey?: string | undefined; at: number }
  | { kind: 'updateStep'; id: string; step: Step; joinKey?: string | undefined; at: number }
  | { kind: 'insert'; steps: readonly Step[]; place: Place }
  /** `variables` and `parameters` are those that the steps name; they are added in the same undo step. */
  | {
      kind: 'paste'
      steps: readonly Step[]
      variables?: ComponentDocument['variables']
      parameters?: ComponentDocument['parameters']
      place: Place
      newId: () => string
    }
  /** Puts the steps into a new one, which takes the place of the first of them. */
  | { kind: 'wrap'; ids: readonly string[]; wrapper: Step }
  | { kind: 'move'; ids: readonly string[]; place: Place }
  | { kind: 'duplicate'; ids: readonly string[]; newId: () => string }
  | { kind: 'delete'; ids: readonly string[] }
  | { kind: 'setEnabled'; ids: readonly string[]; enabled: boolean }
  | { kind: 'undo' }
  | { kind: 'redo' }
  /** The server stored `document` under the revision; edits made meanwhile stay unsaved. */
  | { kind: 'saved'; document: ComponentDocument; revision: number }
  /** Replaces the present document by the server's; can be undone. */
  | { kind: 'load'; document: ComponentDocument; revision: number }

export function openEditor(document: ComponentDocument, revision: number): EditorState {
  const first = document.steps[0]
  return {
    document,
    saved: document,
    revision,
    selection: first ? [first.id] : [],
    past: [],
    future: [],
    joining: null,
  }
}

export function isDirty(state: EditorState): boolean {
  return !isSame(state.document, state.saved)
}

function change(
  state: EditorState,
  document: ComponentDocument,
  selection: readonly string[],
  join?: { key: string; at: number },
): EditorState {
  if (document === state.document) return { ...state, selection }
  const joins = join && state.joining?.key === join.key && join.at - state.joining.at < coalesceMs
  const moment: Moment = { document: state.document, selection: state.selection }
  return {
    ...state,
    document,
    selection,
    past: joins ? state.past : [...state.past, moment].slice(-maxUndoSteps),
    future: [],
    joining: join ?? null,
  }
}

function changeSteps(
  state: EditorState,
  steps: Step[],
  selection: readonly string[] = state.selection,
): EditorState {
  if (steps === state.document.steps || countSteps(steps) > maxSteps) return state
  return change(state, { ...state.document, steps }, selection)
}

/** The step to select after the chosen ones are removed: the next one, else the previous one, else the parent. */
function neighbourOf(steps: readonly Step[], ids: readonly string[]): readonly string[] {
  const rows = flattenSteps(steps)
  const goes = new Set(
    ids.flatMap(id => {
      const step = findStep(steps, id)
      return step ? flattenSteps([step]).map(row => row.step.id) : []
    }),
  )
  const lastGone = rows.findLastIndex(row => goes.has(row.step.id))
  const next =
    rows.slice(lastGone + 1)[0] ?? rows.slice(0, lastGone + 1).findLast(row => !goes.has(row.step.id))
  return next ? [next.step.id] : []
}

function undo(state: EditorState): EditorState {
  const before = state.past.at(-1)
  if (!before) return state
  const { document, selection, past, future } = state
  return {
    ...state,
    ...before,
    past: past.slice(0, -1),
    future: [{ document, selection }, ...future],
    joining: null,
  }
}

function redo(state: EditorState): EditorState {
  const [after, ...future] = state.future
  if (!after) return state
  const { document, selection, past } = state
  return { ...state, ...after, past: [...past, { document, selection }], future, joining: null }
}

/** Replaces stored secrets by the mask in all documents, also in those of the undo history. */
function afterSave(
  state: EditorState,
  { document, revision }: Extract<EditorAction, { kind: 'saved' }>,
): EditorState {
  const stored = (each: ComponentDocument) => afterStoring(each, document)
  const moment = (each: Moment): Moment => ({ ...each, document: stored(each.document) })
  return {
    ...state,
    document: stored(state.document),
    saved: stored(document),
    past: state.past.map(moment),
    future: state.future.map(moment),
    revision,
    joining: null,
  }
}

/** The state after an action; an action that is not possible returns the same state object. */
export function reduceEditor(state: EditorState, action: EditorAction): EditorState {
  const { steps } = state.document
  switch (action.kind) {
    case 'select':
      return { ...state, selection: action.ids, joining: null }
    case 'edit':
      return change(
        state,
        action.document,
        state.selection,
        action.joinKey ? { key: action.joinKey, at: action.at } : undefined,
      )
    case 'updateStep': {
      const changed = updateSteps(steps, [action.id], () => action.step)
      const join = action.joinKey ? { key: `${action.id}:${action.joinKey}`, at: action.at } : undefined
      return change(state, { ...state.document, steps: changed }, state.selection, join)
    }
    case 'insert':
      return changeSteps(
        state,
        insertSteps(steps, action.steps, action.place),
        action.steps.map(step => step.id),
      )
    case 'paste':
      return pasted(state, action)
    case 'wrap':
      return changeSteps(state, wrapSteps(steps, action.ids, action.wrapper), [action.wrapper.id])
    case 'move':
      return canMove(steps, action.ids, action.place)
        ? changeSteps(state, moveSteps(steps, action.ids, action.place))
        : state
    case 'duplicate': {
      const { steps: doubled, copies } = duplicateSteps(steps, action.ids, action.newId)
      return changeSteps(
        state,
        doubled,
        copies.map(step => step.id),
      )
    }
    case 'delete':
      return changeSteps(state, removeSteps(steps, action.ids), neighbourOf(steps, action.ids))
    case 'setEnabled':
      return changeSteps(
        state,
        updateSteps(steps, action.ids, step =>
          step.enabled === action.enabled ? step : { ...step, enabled: action.enabled },
        ),
      )
    case 'undo':
      return undo(state)
    case 'redo':
      return redo(state)
    case 'saved':
      return afterSave(state, action)
    case 'load': {
      const first = action.document.steps[0]
      return {
        ...change(state, action.document, first ? [first.id] : []),
        saved: action.document,
        revision: action.revision,
      }
    }
  }
}

function pasted(state: EditorState, action: Extract<EditorAction, { kind: 'paste' }>): EditorState {
  const { variables = [], parameters = [] } = action
  const fresh = withFreshIds(action.steps, action.newId)
  const next = changeSteps(
    state,
    insertSteps(state.document.steps, fresh, action.place),
    fresh.map(step => step.id),
  )
  if (next === state || variables.length + parameters.length === 0) return next
  const { document } = next
  return {
    ...next,
    document: {
      ...document,
      variables: [...document.variables, ...variables],
      parameters: [...document.parameters, ...parameters],
    },
  }
}
