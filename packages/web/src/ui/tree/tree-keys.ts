/** The actions of keys in a catalogue tree; pure. */
import { nextSelection } from '../editor/row-selection.ts'
import { shortcutIn } from '../shortcuts/shortcuts.ts'

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

/** The action of a key; null for a key without an action, which the browser then handles. */
export function treeKeyAction(pressed: PressedKey, state: TreeKeyState): TreeKeyAction | null {
  const name = shortcutIn('catalogue', pressed)
  switch (name) {
    case 'copyNodes':
      return { kind: 'copy' }
    case 'cutNodes':
      return { kind: 'cut' }
    case 'pasteNodes':
      return { kind: 'paste' }
    case 'removeNodes':
      return { kind: 'remove' }
    case 'moveNodesUp':
      return { kind: 'shift', by: -1 }
    case 'moveNodesDown':
      return { kind: 'shift', by: 1 }
    case null: {
      if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return null
      const ids = nextSelection(state.ids, state.selection, pressed.key, pressed.shiftKey)
      return ids === null ? null : { kind: 'select', ids }
    }
    default: {
      const id = state.selection.at(-1)
      return id === undefined ? null : currentAction(name, id, state)
    }
  }
}

type CurrentName = 'openNode' | 'renameNode' | 'expandNode' | 'collapseNode'

/** → expands, then moves to the first child; ← collapses, then moves to the parent. */
function currentAction(name: CurrentName, id: string, { ids, ...tree }: TreeKeyState): TreeKeyAction | null {
  if (name === 'openNode') return { kind: 'open', id }
  if (name === 'renameNode') return { kind: 'rename', id }
  const isExpanded = tree.expansionOf(id)
  if (name === 'expandNode') {
    if (isExpanded === false) return { kind: 'expand', id }
    const next = ids[ids.indexOf(id) + 1]
    return isExpanded && next !== undefined && tree.parentOf(next) === id
      ? { kind: 'select', ids: [next] }
      : null
  }
  if (isExpanded === true) return { kind: 'collapse', id }
  const parent = tree.parentOf(id)
  return parent === null ? null : { kind: 'select', ids: [parent] }
}
