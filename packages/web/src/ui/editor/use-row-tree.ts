/** The behaviour of a tree of rows in an editor: selection, keys, drag and drop, clipboard. The component that uses it defines the rows. */
import type { ClipboardEvent, HTMLAttributes, KeyboardEvent, MouseEvent, RefObject } from 'react'
import { focusName } from './focus-name.ts'
import type { RowCommands } from './row-commands.ts'
import { keyAt, rowIdOf } from './row-element.ts'
import { type RowKeyAction, type RowKeyTree, rowActionOf } from './row-keys.ts'
import { clickedSelection } from './row-selection.ts'
import { type DropMark, type RowDrag, useRowDrag } from './use-row-drag.ts'

interface RowTree<P> extends RowKeyTree, Omit<RowDrag<P>, 'onTake'> {
  /** The element that contains the rows. */
  readonly box: RefObject<HTMLDivElement | null>
  readonly onSelect: (keys: readonly string[]) => void
  readonly toggleFold: (key: string) => void
  readonly commands: RowCommands<P>
  /** Opens the menu of what can be added. */
  readonly onAdd: () => void
  /** Selector of the field that edits the name of the current row. */
  readonly nameField: string
}

type TreeProps = Pick<
  HTMLAttributes<HTMLDivElement>,
  | 'role'
  | 'tabIndex'
  | 'aria-multiselectable'
  | 'aria-activedescendant'
  | 'onKeyDown'
  | 'onClick'
  | 'onContextMenu'
  | 'onDragStart'
  | 'onDragOver'
  | 'onDragLeave'
  | 'onDragEnd'
  | 'onDrop'
  | 'onCopy'
  | 'onCut'
  | 'onPaste'
>

interface RowTreeUse {
  /** For the element that contains the rows. */
  readonly treeProps: TreeProps
  /** The marker of the row under the pointer during a drag. */
  readonly dropMarkOf: (key: string) => DropMark | null
}

export function useRowTree<P>(tree: RowTree<P>): RowTreeUse {
  const { box, keys, selection, onSelect, isReadOnly, commands } = tree
  const current = selection.at(-1)
  const select = (key: string) => {
    if (!selection.includes(key)) onSelect([key])
  }
  const { dragProps, dropMarkOf } = useRowDrag({ ...tree, onTake: select })
  const carryOut = (action: RowKeyAction) => {
    if (action.kind === 'select') onSelect(action.keys)
    else if (action.kind === 'fold') tree.toggleFold(action.key)
    else if (action.kind === 'name') focusName(tree.nameField, action)
    else if (isReadOnly) return
    else if (action.kind === 'shift') commands.shift(action.by)
    else if (action.kind === 'add') tree.onAdd()
    else commands[action.kind]()
  }
  const onCopy = (event: ClipboardEvent) => {
    const text = commands.copyText()
    if (text === null) return false
    event.clipboardData.setData('text/plain', text)
    event.preventDefault()
    return true
  }
  return {
    dropMarkOf,
    treeProps: {
      role: 'tree',
      tabIndex: 0,
      'aria-multiselectable': true,
      'aria-activedescendant': current === undefined ? undefined : rowIdOf(current),
      onKeyDown: (event: KeyboardEvent) => {
        const action = rowActionOf(event, tree)
        if (action === null) return
        carryOut(action)
        event.preventDefault()
      },
      onClick: (event: MouseEvent) => {
        const key = keyAt(event.target)
        if (key === null) return
        box.current?.focus({ preventScroll: true })
        onSelect(clickedSelection(keys, selection, key, event))
      },
      onContextMenu: event => {
        const key = keyAt(event.target)
        if (key !== null) select(key)
      },
      ...dragProps,
      onCopy,
      onCut: event => {
        if (onCopy(event) && !isReadOnly) commands.remove()
      },
      onPaste: event => {
        if (!isReadOnly && commands.pasteText(event.clipboardData.getData('text/plain')))
          event.preventDefault()
      },
    },
  }
}
