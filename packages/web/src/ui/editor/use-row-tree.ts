/** How a tree of rows in an editor is used: selection, keys, drag and drop, clipboard. What the rows are, its owner knows. */
import {
  type ClipboardEvent,
  type DragEvent,
  type HTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useState,
} from 'react'
import type { RowCommands } from './row-commands.ts'
import { nextSelection } from './row-selection.ts'

export type DropMark = 'into' | 'before' | 'after'

/** Where dragged rows would go. */
export interface Drop<P> {
  readonly key: string
  readonly mark: DropMark
  readonly place: P
}

interface RowTree<P> {
  /** The element that holds the rows. */
  readonly box: RefObject<HTMLDivElement | null>
  /** Of the rows that are shown, from the top. */
  readonly keys: readonly string[]
  readonly selection: readonly string[]
  readonly onSelect: (keys: readonly string[]) => void
  readonly isReadOnly: boolean
  /** Rows are found by a search, and nothing is folded. */
  readonly isSearching: boolean
  readonly folded: ReadonlySet<string>
  readonly toggleFold: (key: string) => void
  /** Whether rows may lie below it. */
  readonly isGroup: (key: string) => boolean
  readonly parentOf: (key: string) => string | null
  readonly commands: RowCommands<P>
  /** What the name of the current row is typed into. */
  readonly nameField: string
  /** Names what is dragged, so that other things are not taken for it. */
  readonly dragType: string
  /** Where the chosen rows would go when dropped at this height of a row, 0 to 1 from its top; null where they may not. */
  readonly placeAt: (key: string, height01: number) => Drop<P> | null
  /** Where they go when dropped below all rows; left out where they may not. */
  readonly endPlace?: P
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
  /** For the element that holds the rows. */
  readonly treeProps: TreeProps
  /** The mark of the row over which rows are dragged. */
  readonly dropMarkOf: (key: string) => DropMark | null
}

/** Id of the row's element. */
export const rowIdOf = (key: string): string => `cd-row-${key}`

const rowAt = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
const keyAt = (target: EventTarget): string | null => rowAt(target)?.dataset['row'] ?? null

export function useRowTree<P>(tree: RowTree<P>): RowTreeUse {
  const { box, keys, selection, onSelect, isReadOnly, folded, toggleFold, commands, dragType } = tree
  const [drop, setDrop] = useState<Drop<P> | null>(null)
  const current = selection.at(-1)
  const edit = (act: () => void) => {
    if (!isReadOnly) act()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const isCommand = event.ctrlKey || event.metaKey
    const group = current !== undefined && tree.isGroup(current) ? current : null
    const parent = current === undefined ? null : tree.parentOf(current)
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown'))
      edit(() => commands.shift(event.key === 'ArrowUp' ? -1 : 1))
    else if (event.key === 'ArrowRight' && group !== null && folded.has(group)) toggleFold(group)
    else if (event.key === 'ArrowLeft' && group !== null && !folded.has(group) && !tree.isSearching)
      toggleFold(group)
    else if (event.key === 'ArrowLeft' && parent !== null) onSelect([parent])
    else if (isCommand && event.key.toLowerCase() === 'a') onSelect(keys)
    else if (isCommand && event.key.toLowerCase() === 'd') edit(commands.duplicate)
    else if (event.key === 'Delete' || event.key === 'Backspace') edit(commands.remove)
    else if (event.key === ' ') edit(commands.toggle)
    else if (event.key === 'F2' || (event.key === 'Enter' && !isCommand)) {
      const field = document.querySelector<HTMLInputElement>(tree.nameField)
      field?.focus()
      if (event.key === 'F2') field?.select()
    } else {
      const next = nextSelection(keys, selection, event.key, event.shiftKey)
      if (!next) return
      onSelect(next)
    }
    event.preventDefault()
  }
  const onClick = (event: MouseEvent) => {
    const key = keyAt(event.target)
    if (key === null) return
    box.current?.focus({ preventScroll: true })
    if (event.shiftKey && selection[0] !== undefined) {
      const [from, to] = [keys.indexOf(selection[0]), keys.indexOf(key)]
      const range = keys.slice(Math.max(0, Math.min(from, to)), Math.max(from, to) + 1)
      onSelect(from <= to ? range : range.toReversed())
    } else if (event.ctrlKey || event.metaKey)
      onSelect(selection.includes(key) ? selection.filter(each => each !== key) : [...selection, key])
    else onSelect([key])
  }
  /** Chooses the row under the pointer unless it is chosen with others. */
  const take = (key: string | null) => {
    if (key !== null && !selection.includes(key)) onSelect([key])
  }

  const isOurs = (event: DragEvent) => event.dataTransfer.types.includes(dragType)
  const dropAt = (event: DragEvent): Drop<P> | null => {
    const row = rowAt(event.target)
    const key = keyAt(event.target)
    if (row === null || key === null) return null
    const { top, height } = row.getBoundingClientRect()
    return tree.placeAt(key, (event.clientY - top) / height)
  }
  const isBelowAll = (event: DragEvent) => tree.endPlace !== undefined && keyAt(event.target) === null
  const onDrop = (event: DragEvent) => {
    if (!isOurs(event)) return
    event.preventDefault()
    const found = dropAt(event)
    setDrop(null)
    if (found) commands.move(selection, found.place)
    else if (isBelowAll(event) && tree.endPlace !== undefined) commands.move(selection, tree.endPlace)
  }
  const onCopy = (event: ClipboardEvent, isCut: boolean) => {
    const text = commands.copyText()
    if (text === null) return
    event.clipboardData.setData('text/plain', text)
    event.preventDefault()
    if (isCut) edit(commands.remove)
  }
  return {
    dropMarkOf: key => (drop?.key === key ? drop.mark : null),
    treeProps: {
      role: 'tree',
      tabIndex: 0,
      'aria-multiselectable': true,
      'aria-activedescendant': current === undefined ? undefined : rowIdOf(current),
      onKeyDown,
      onClick,
      onContextMenu: event => take(keyAt(event.target)),
      onDragStart: event => {
        const key = keyAt(event.target)
        if (key === null || isReadOnly) return event.preventDefault()
        take(key)
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData(dragType, key)
      },
      onDragOver: event => {
        if (!isOurs(event)) return
        const found = dropAt(event)
        if (found?.key !== drop?.key || found?.mark !== drop?.mark) setDrop(found)
        if (found || isBelowAll(event)) event.preventDefault()
      },
      onDragLeave: event => event.currentTarget === event.target && setDrop(null),
      onDragEnd: () => setDrop(null),
      onDrop,
      onCopy: event => onCopy(event, false),
      onCut: event => onCopy(event, true),
      onPaste: event => {
        if (!isReadOnly && commands.pasteText(event.clipboardData.getData('text/plain')))
          event.preventDefault()
      },
    },
  }
}
