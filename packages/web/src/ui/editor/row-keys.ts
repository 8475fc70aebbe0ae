/** The actions of keys in an editor's tree of rows; pure. */
import { nextSelection } from './row-selection.ts'

/** An action of a key on the tree. */
export type RowKeyAction =
  | { readonly kind: 'shift'; readonly by: -1 | 1 }
  /** Collapses or expands a group. */
  | { readonly kind: 'fold'; readonly key: string }
  | { readonly kind: 'select'; readonly keys: readonly string[] }
  | { readonly kind: 'duplicate' | 'remove' | 'toggle' | 'indent' | 'outdent' | 'wrap' }
  /** Opens the menu of what can be added. */
  | { readonly kind: 'add' }
  /** Focuses the field of the row's name; with `isAllSelected` its text is selected, so that typing replaces it. */
  | { readonly kind: 'name'; readonly isAllSelected: boolean }

/** The state of the rows that keys depend on. */
export interface RowKeyTree {
  /** Keys of the shown rows, from the top. */
  readonly keys: readonly string[]
  /** The last one is the current row. */
  readonly selection: readonly string[]
  /** The rows are search results, so nothing is collapsed. */
  readonly isSearching: boolean
  readonly folded: ReadonlySet<string>
  /** Whether the row can have children. */
  readonly isGroup: (key: string) => boolean
  readonly parentOf: (key: string) => string | null
}

type PressedKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** The action of a key; null for a key without an action, which the browser then handles. */
export function rowActionOf(pressed: PressedKey, tree: RowKeyTree): RowKeyAction | null {
  const { key } = pressed
  if (pressed.altKey && key === 'ArrowUp') return { kind: 'shift', by: -1 }
  if (pressed.altKey && key === 'ArrowDown') return { kind: 'shift', by: 1 }
  if (pressed.altKey && key === 'ArrowRight') return { kind: 'indent' }
  if (pressed.altKey && key === 'ArrowLeft') return { kind: 'outdent' }
  if (pressed.ctrlKey || pressed.metaKey) {
    if (key.toLowerCase() === 'a') return { kind: 'select', keys: tree.keys }
    if (key.toLowerCase() === 'd') return { kind: 'duplicate' }
    if (key.toLowerCase() === 'g') return { kind: 'wrap' }
  } else if (key === 'Enter') return { kind: 'name', isAllSelected: false }
  switch (key) {
    case 'Delete':
    case 'Backspace':
      return { kind: 'remove' }
    case '+':
    case 'Insert':
      return { kind: 'add' }
    case ' ':
      return { kind: 'toggle' }
    case 'F2':
      return { kind: 'name', isAllSelected: true }
    default:
      return foldActionOf(key, tree) ?? selectActionOf(pressed, tree)
  }
}

/** → expands the current group; ← collapses it, and in other rows moves to the parent. */
function foldActionOf(key: string, tree: RowKeyTree): RowKeyAction | null {
  const current = tree.selection.at(-1)
  if (current === undefined) return null
  const isFolded = tree.folded.has(current)
  const isGroup = tree.isGroup(current)
  if (key === 'ArrowRight') return isGroup && isFolded ? { kind: 'fold', key: current } : null
  if (key !== 'ArrowLeft') return null
  if (isGroup && !isFolded && !tree.isSearching) return { kind: 'fold', key: current }
  const parent = tree.parentOf(current)
  return parent === null ? null : { kind: 'select', keys: [parent] }
}

function selectActionOf({ key, shiftKey }: PressedKey, { keys, selection }: RowKeyTree): RowKeyAction | null {
  const next = nextSelection(keys, selection, key, shiftKey)
  return next === null ? null : { kind: 'select', keys: next }
}
