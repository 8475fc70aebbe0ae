/** Undo and redo of a drawing: every change is a new drawing, and changes of one field in a row count as one. */
import type { Drawing } from './topology.ts'

const maxSteps = 200

export interface History {
  readonly past: readonly Drawing[]
  readonly present: Drawing
  readonly future: readonly Drawing[]
  /** Names the field whose changes are joined; null = none. */
  readonly field: string | null
}

export type HistoryAction =
  | { readonly kind: 'change'; readonly next: (drawing: Drawing) => Drawing; readonly field?: string }
  | { readonly kind: 'undo' | 'redo' }
  /** Begins anew, e.g. with what another person saved; can be undone. */
  | { readonly kind: 'load'; readonly drawing: Drawing }

export const beginHistory = (present: Drawing): History => ({ past: [], present, future: [], field: null })

export function historyReducer(history: History, action: HistoryAction): History {
  const { past, present, future } = history
  switch (action.kind) {
    case 'undo': {
      const last = past.at(-1)
      if (last === undefined) return history
      return { past: past.slice(0, -1), present: last, future: [present, ...future], field: null }
    }
    case 'redo': {
      const [next, ...later] = future
      if (next === undefined) return history
      return { past: [...past, present], present: next, future: later, field: null }
    }
    case 'load':
      return { past: [...past, present].slice(-maxSteps), present: action.drawing, future: [], field: null }
    case 'change': {
      const next = action.next(present)
      if (next === present) return history
      const field = action.field ?? null
      const isJoined = field !== null && field === history.field && future.length === 0
      return {
        past: isJoined ? past : [...past, present].slice(-maxSteps),
        present: next,
        future: [],
        field,
      }
    }
  }
}
