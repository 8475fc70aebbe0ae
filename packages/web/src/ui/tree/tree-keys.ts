/** The actions of keys in a catalogue tree; pure. */
import { nextSelection } from '../editor/row-selection.ts'

/** An action of a key on the selected nodes; the last selected one is the current node. */
export type TreeKeyAction =
  | { readonly kind: 'select'; readonly ids: readonly string[] }
  | { readonly kind: 'expand' | 'collapse' | 'open' | 'rename'; readonly id: string }
  | { readonly kind: 'shift'; readonly by: -1 | 1 }
  | { readonly kind: 'remove' | 'copy' | 'cut' | 'paste' }

/** The state of the tree that keys depend on. */
export interface TreeKeyState {
  /** Ids of the shown nodes, from the top. */
  readonly ids: readonly string[]
  readonly selection: readonly string[]
  readonly parentOf: (id: string) => string | null
  /** Whether the node is expanded; null if it has no children. */
  readonly expansionOf: (id: string) => boolean | null
}

type PressedKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

const clipboardKeys: Readonly<Record<string, 'copy' | 'cut' | 'paste'>> = { c: 'copy', x: 'cut', v: 'paste' }

/** The action of a key; null for a key without an action, which the browser then handles. */
export function treeKeyAction(pressed: PressedKey, state: TreeKeyState): TreeKeyAction | null {
  const { key } = pressed
  if (pressed.ctrlKey || pressed.metaKey) {
    const kind = clipboardKeys[key.toLowerCase()]
    return kind === undefined ? null : { kind }
  }
  if (pressed.altKey) {
    if (key === 'ArrowUp') return { kind: 'shift', by: -1 }
    return key === 'ArrowDown' ? { kind: 'shift', by: 1 } : null
  }
  if (key === 'Delete') return { kind: 'remove' }
  const ids = nextSelection(state.ids, state.selection, key, pressed.shiftKey)
  return ids === null ? currentAction(key, state) : { kind: 'select', ids }
}

/** → expands, then moves to the first child; ← collapses, then moves to the parent. */
function currentAction(key: string, { ids, selection, ...tree }: TreeKeyState): TreeKeyAction | null {
  const id = selection.at(-1)
  if (id === undefined) return null
  if (key === 'Enter' || key === ' ') return { kind: 'open', id }
  if (key === 'F2') return { kind: 'rename', id }
  const isExpanded = tree.expansionOf(id)
  if (key === 'ArrowRight') {
    if (isExpanded === false) return { kind: 'expand', id }
    const next = ids[ids.indexOf(id) + 1]
    return isExpanded && next !== undefined && tree.parentOf(next) === id
      ? { kind: 'select', ids: [next] }
      : null
  }
  if (key !== 'ArrowLeft') return null
  if (isExpanded === true) return { kind: 'collapse', id }
  const parent = tree.parentOf(id)
  return parent === null ? null : { kind: 'select', ids: [parent] }
}
