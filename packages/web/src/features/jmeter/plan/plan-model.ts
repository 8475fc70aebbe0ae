/** The plan editor's state and its transitions: edits with undo and redo, selection, text that is not a valid plan yet, and the saved revision. Pure. */
import { type JmxPlan, readPlan } from '@pone/jmeter/jmx/plan.ts'
import type { JmxProblem } from '@pone/jmeter/jmx/problem.ts'
import { keysOf } from '@pone/jmeter/jmx/splice.ts'

/** Edits of the same field within this time are undone together. */
const coalesceMs = 1_200
const maxUndoSteps = 200
/** Limit of the texts kept for undo, in characters; large plans have fewer steps. */
const maxUndoCharacters = 48_000_000
/** The latest of these also keep their parsed plan, so that undo needs no parsing. */
const maxReadCharacters = 10_000_000

interface Moment {
  readonly text: string
  /** null = it is parsed again. */
  readonly plan: JmxPlan | null
  readonly keys: readonly string[]
  readonly nextKey: number
  readonly selection: readonly string[]
}

export interface PlanState {
  /** The plan of the last valid text. */
  readonly plan: JmxPlan
  /** Text of the source view that is not a valid plan; it cannot be saved until the user corrects it. */
  readonly broken: { readonly text: string; readonly problem: JmxProblem } | null
  readonly selection: readonly string[]
  /** Text and revision as stored on the server, as far as this editor has read them. */
  readonly saved: string
  readonly revision: number
  readonly past: readonly Moment[]
  readonly future: readonly Moment[]
  /** Field of the latest edit and its time, while another edit of the same field would be joined to it. */
  readonly joining: { readonly key: string; readonly at: number } | null
}

export type PlanAction =
  | { kind: 'select'; keys: readonly string[] }
  /** The result of an edit; `joinKey` names the field, so that typing makes one undo step; `at` is the clock in ms. */
  | {
      kind: 'edit'
      plan: JmxPlan
      selection?: readonly string[] | undefined
      joinKey?: string | undefined
      at: number
    }
  /** The whole text; `at` is null if it came from a file instead of typing. */
  | { kind: 'source'; text: string; at: number | null }
  | { kind: 'undo' }
  | { kind: 'redo' }
  /** The server stored `text` under the revision; edits made meanwhile stay unsaved. */
  | { kind: 'saved'; text: string; revision: number }
  /** Replaces the present text by the server's; can be undone. */
  | { kind: 'load'; text: string; revision: number }

export function openPlan(plan: JmxPlan, revision: number): PlanState {
  const first = plan.roots[0]
  return {
    plan,
    broken: null,
    selection: first ? [first.key] : [],
    saved: plan.text,
    revision,
    past: [],
    future: [],
    joining: null,
  }
}

/** The text of the source view, which is saved if it is a valid plan. */
export const textOf = (state: PlanState): string => state.broken?.text ?? state.plan.text

export const isDirty = (state: PlanState): boolean => textOf(state) !== state.saved

const momentOf = ({ plan, selection }: PlanState): Moment => ({
  text: plan.text,
  plan,
  keys: keysOf(plan),
  nextKey: plan.nextKey,
  selection,
})

/** The undo steps within the limits, the latest last. */
function trimmed(past: readonly Moment[]): readonly Moment[] {
  let characters = 0
  const kept: Moment[] = []
  for (const moment of past.slice(-maxUndoSteps).toReversed()) {
    characters += moment.text.length
    if (kept.length > 0 && characters > maxUndoCharacters) break
    const isRead = moment.plan === null || characters <= maxReadCharacters
    kept.push(isRead ? moment : { ...moment, plan: null })
  }
  return kept.toReversed()
}

function change(
  state: PlanState,
  plan: JmxPlan,
  selection: readonly string[],
  join?: { key: string; at: number },
): PlanState {
  const alive = selection.filter(key => plan.nodes.has(key))
  const chosen = alive.length > 0 ? alive : plan.roots.slice(0, 1).map(node => node.key)
  if (plan.text === state.plan.text) return { ...state, plan, selection: chosen, broken: null }
  const joins = join && state.joining?.key === join.key && join.at - state.joining.at < coalesceMs
  return {
    ...state,
    plan,
    broken: null,
    selection: chosen,
    past: joins ? state.past : trimmed([...state.past, momentOf(state)]),
    future: [],
    joining: join ?? null,
  }
}

/** Elements keep their keys if their number is unchanged, so that the selection is kept. */
function readText(state: PlanState, text: string) {
  const { plan } = state
  const read = readPlan(text, [], plan.nextKey)
  if (!read.ok || read.plan.nodes.size !== plan.nodes.size) return read
  return readPlan(text, keysOf(plan), plan.nextKey)
}

function goTo(state: PlanState, moment: Moment, stacks: Pick<PlanState, 'past' | 'future'>): PlanState {
  const read =
    moment.plan === null
      ? readPlan(moment.text, moment.keys, moment.nextKey)
      : { ok: true as const, plan: moment.plan }
  if (!read.ok) return state
  const { selection } = moment
  return { ...state, ...stacks, plan: read.plan, selection, broken: null, joining: null }
}

/** The state after an action; an action that is not possible returns the same state object. */
export function reducePlan(state: PlanState, action: PlanAction): PlanState {
  switch (action.kind) {
    case 'select':
      return { ...state, selection: action.keys, joining: null }
    case 'edit':
      return change(
        state,
        action.plan,
        action.selection ?? state.selection,
        action.joinKey === undefined ? undefined : { key: action.joinKey, at: action.at },
      )
    case 'source': {
      const read = readText(state, action.text)
      if (!read.ok) return { ...state, broken: { text: action.text, problem: read.problem } }
      const join = action.at === null ? undefined : { key: 'source', at: action.at }
      return change(state, read.plan, state.selection, join)
    }
    case 'undo': {
      // Invalid text is the latest edit.
      if (state.broken !== null) return { ...state, broken: null }
      const before = state.past.at(-1)
      if (!before) return state
      return goTo(state, before, {
        past: state.past.slice(0, -1),
        future: trimmed([...state.future.toReversed(), momentOf(state)]).toReversed(),
      })
    }
    case 'redo': {
      const after = state.future[0]
      if (!after) return state
      return goTo(state, after, {
        past: trimmed([...state.past, momentOf(state)]),
        future: state.future.slice(1),
      })
    }
    case 'saved':
      return { ...state, saved: action.text, revision: action.revision, joining: null }
    case 'load': {
      const read = readText(state, action.text)
      if (!read.ok) return state
      const loaded = change(state, read.plan, state.selection)
      return { ...loaded, saved: action.text, revision: action.revision }
    }
  }
}
