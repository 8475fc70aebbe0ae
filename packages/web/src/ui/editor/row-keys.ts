/** The actions of keys in an editor's tree of rows; pure. */
import { shortcutIn } from '../shortcuts/shortcuts.ts'
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

/** The action of a key; null for a key without an action, which the browser then handles. Copying and pasting are events of the clipboard. */
export function rowActionOf(pressed: PressedKey, tree: RowKeyTree): RowKeyAction | null {
  const name = shortcutIn('rows', pressed)
  switch (name) {
    case 'addRow':
      return { kind: 'add' }
    case 'nameRow':
      return { kind: 'name', isAllSelected: false }
    case 'renameRow':
      return { kind: 'name', isAllSelected: true }
    case 'duplicateRows':
      return { kind: 'duplicate' }
    case 'wrapRows':
      return { kind: 'wrap' }
    case 'toggleRows':
      return { kind: 'toggle' }
    case 'removeRows':
      return { kind: 'remove' }
    case 'moveRowsUp':
      return { kind: 'shift', by: -1 }
    case 'moveRowsDown':
      return { kind: 'shift', by: 1 }
    case 'indentRows':
      return { kind: 'indent' }
    case 'outdentRows':
      return { kind: 'outdent' }
    case 'selectAllRows':
      return { kind: 'select', keys: tree.keys }
    case 'expandRow':
    case 'collapseRow':
      return foldActionOf(name, tree)
    default:
      return selectActionOf(pressed, tree)
  }
}

/** → expands the current group; ← collapses it, and in other rows moves to the parent. */
function foldActionOf(name: 'expandRow' | 'collapseRow', tree: RowKeyTree): RowKeyAction | null {
  const current = tree.selection.at(-1)
  if (current === undefined) return null
  const isFolded = tree.folded.has(current)
  const isGroup = tree.isGroup(current)
  if (name === 'expandRow') return isGroup && isFolded ? { kind: 'fold', key: current } : null
  if (isGroup && !isFolded && !tree.isSearching) return { kind: 'fold', key: current }
  const parent = tree.parentOf(current)
  return parent === null ? null : { kind: 'select', keys: [parent] }
}

function selectActionOf({ key, shiftKey }: PressedKey, { keys, selection }: RowKeyTree): RowKeyAction | null {
  const next = nextSelection(keys, selection, key, shiftKey)
  return next === null ? null : { kind: 'select', keys: next }
}
