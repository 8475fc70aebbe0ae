/** Undo and redo of a document that is replaced by every change; changes of one field in a row count as one. Pure. */

const maxSteps = 200

export interface History<T> {
  readonly past: readonly T[]
  readonly present: T
  readonly future: readonly T[]
  /** Names the field whose changes are joined; null = none. */
  readonly field: string | null
}

export type HistoryAction<T> =
  /** `next` returns its argument when nothing changes. */
  | { readonly kind: 'change'; readonly next: (present: T) => T; readonly field?: string }
  | { readonly kind: 'undo' | 'redo' }
  /** Begins anew, e.g. with what another person saved; can be undone. */
  | { readonly kind: 'load'; readonly present: T }

export const beginHistory = <T>(present: T): History<T> => ({ past: [], present, future: [], field: null })

export function historyReducer<T>(history: History<T>, action: HistoryAction<T>): History<T> {
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
      return { past: [...past, present].slice(-maxSteps), present: action.present, future: [], field: null }
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
