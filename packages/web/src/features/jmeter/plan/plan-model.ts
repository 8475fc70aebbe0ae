/** The plan editor's state and what may happen to it: edits with undo and redo, selection, text that is no plan yet, and the revision that is saved. Pure. */
import { type JmxPlan, readPlan } from '@pone/jmeter/jmx/plan.ts'
import type { JmxProblem } from '@pone/jmeter/jmx/problem.ts'
import { keysOf } from '@pone/jmeter/jmx/splice.ts'

/** Edits of the same field within this time are undone together. */
const coalesceMs = 1_200
const maxUndoSteps = 200
/** Texts kept for undo, all together; large plans have fewer steps. */
const maxUndoCharacters = 48_000_000
/** Of these, the latest are kept as they were read, so that going back to them takes no time. */
const maxReadCharacters = 10_000_000

interface Moment {
  readonly text: string
  /** null = it is read anew. */
  readonly plan: JmxPlan | null
  readonly keys: readonly string[]
  readonly nextKey: number
  readonly selection: readonly string[]
}

export interface PlanState {
  /** The last text that was a plan. */
  readonly plan: JmxPlan
  /** Text typed in the source view that is none; saving waits for whoever typed it. */
  readonly broken: { readonly text: string; readonly problem: JmxProblem } | null
  readonly selection: readonly string[]
  /** Text and revision as the server has them, as far as this editor knows. */
  readonly saved: string
  readonly revision: number
  readonly past: readonly Moment[]
  readonly future: readonly Moment[]
  /** Field of the latest edit and its time, while another edit of it would join it. */
  readonly joining: { readonly key: string; readonly at: number } | null
}

export type PlanAction =
  | { kind: 'select'; keys: readonly string[] }
  /** What an edit made of the plan; `joinKey` names the field, so that typing makes one undo step; `at` is the clock in ms. */
  | {
      kind: 'edit'
      plan: JmxPlan
      selection?: readonly string[] | undefined
      joinKey?: string | undefined
      at: number
    }
  /** The whole text; `at` is null when it was not typed, but taken from a file. */
  | { kind: 'source'; text: string; at: number | null }
  | { kind: 'undo' }
  | { kind: 'redo' }
  /** The server took `text` and numbered it; edits made meanwhile stay unsaved. */
  | { kind: 'saved'; text: string; revision: number }
  /** Gives up the present text for the server's, undoable. */
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

/** What is to be seen in the source view, and saved once it is a plan. */
export const textOf = (state: PlanState): string => state.broken?.text ?? state.plan.text

export const isDirty = (state: PlanState): boolean => textOf(state) !== state.saved

const momentOf = ({ plan, selection }: PlanState): Moment => ({
  text: plan.text,
  plan,
  keys: keysOf(plan),
  nextKey: plan.nextKey,
  selection,
})

/** The moments that are kept, the latest last. */
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

/** Elements keep their keys where the text has as many as before, so that the selection stays. */
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

/** The state after an action; actions that are not possible return the state itself. */
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
      // Text that is no plan is what was done last.
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
