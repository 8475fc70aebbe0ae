/** The keys of a catalogue tree. */
import type { KeyboardEvent } from 'react'
import { type TreeKeyAction, type TreeKeyState, treeKeyAction } from './tree-keys.ts'
import type { Tree, TreeNode } from './tree-model.ts'
import type { TreePanelProps } from './tree-panel-props.ts'
import type { TreeCommands } from './use-tree-commands.ts'

interface TreeKeys<N extends TreeNode> extends Omit<TreeKeyState, 'parentOf'> {
  readonly panel: Pick<TreePanelProps<N>, 'canEdit' | 'onOpen'>
  readonly tree: Tree<N>
  readonly choose: (ids: readonly string[]) => void
  readonly toggle: (id: string) => void
  readonly commands: TreeCommands<N>
}

/** @returns the handler for the element with the role of the tree */
export function useTreeKeys<N extends TreeNode>(keys: TreeKeys<N>): (event: KeyboardEvent) => void {
  const { tree } = keys
  return event => {
    const parentOf = (id: string) => tree.byId.get(id)?.parentId ?? null
    const action = treeKeyAction(event, { ...keys, parentOf })
    // Text selected on the page is copied by the browser.
    if (action === null || (action.kind === 'copy' && window.getSelection()?.toString())) return
    if (carryOut(action, keys)) event.preventDefault()
  }
}

/** False for a change without the right to edit. */
function carryOut<N extends TreeNode>(action: TreeKeyAction, keys: TreeKeys<N>): boolean {
  const { panel, tree, selection, commands } = keys
  switch (action.kind) {
    case 'select':
      keys.choose(action.ids)
      return true
    case 'expand':
    case 'collapse':
      keys.toggle(action.id)
      return true
    case 'open': {
      const node = tree.byId.get(action.id)
      if (node) panel.onOpen(node)
      return true
    }
    default:
      if (!panel.canEdit) return false
      if (action.kind === 'rename') commands.rename(action.id)
      else if (action.kind === 'shift') commands.shift(selection, action.by)
      else if (action.kind === 'paste') commands.paste(selection.at(-1))
      else commands[action.kind](selection)
      return true
  }
}
