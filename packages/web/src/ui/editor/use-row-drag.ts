/** Drag and drop of the selected rows of an editor's tree. */
import { type DragEvent, type HTMLAttributes, useState } from 'react'
import type { RowCommands } from './row-commands.ts'
import { keyAt, rowAt } from './row-element.ts'

export type DropMark = 'into' | 'before' | 'after'

/** Where dragged rows would be inserted. */
export interface Drop<P> {
  readonly key: string
  readonly mark: DropMark
  readonly place: P
}

export interface RowDrag<P> {
  readonly selection: readonly string[]
  /** Selects the row unless it is selected already. */
  readonly onTake: (key: string) => void
  readonly isReadOnly: boolean
  readonly commands: Pick<RowCommands<P>, 'move'>
  /** Media type of the dragged rows, to distinguish them from other dragged content. */
  readonly dragType: string
  /** Where the selected rows are moved when dropped at this height of a row, 0 to 1 from its top; null if not permitted. */
  readonly placeAt: (key: string, height01: number) => Drop<P> | null
  /** Where they are moved when dropped below all rows; left out if not permitted. */
  readonly endPlace?: P
}

type DragProps = Pick<
  HTMLAttributes<HTMLDivElement>,
  'onDragStart' | 'onDragOver' | 'onDragLeave' | 'onDragEnd' | 'onDrop'
>

interface RowDragUse {
  /** For the element that contains the rows. */
  readonly dragProps: DragProps
  /** The marker of the row under the pointer during a drag. */
  readonly dropMarkOf: (key: string) => DropMark | null
}

export function useRowDrag<P>(drag: RowDrag<P>): RowDragUse {
  const { dragType, endPlace, isReadOnly } = drag
  const [drop, setDrop] = useState<Drop<P> | null>(null)
  const isOurs = (event: DragEvent) => event.dataTransfer.types.includes(dragType)
  const dropAt = (event: DragEvent): Drop<P> | null => {
    const row = rowAt(event.target)
    const key = keyAt(event.target)
    if (row === null || key === null) return null
    const { top, height } = row.getBoundingClientRect()
    return drag.placeAt(key, (event.clientY - top) / height)
  }
  /** The target of a drop; undefined if nothing can be dropped. */
  const placeOf = (event: DragEvent, found: Drop<P> | null) =>
    found === null && keyAt(event.target) === null ? endPlace : found?.place
  return {
    dropMarkOf: key => (drop?.key === key ? drop.mark : null),
    dragProps: {
      onDragStart: event => {
        const key = keyAt(event.target)
        if (key === null || isReadOnly) return event.preventDefault()
        drag.onTake(key)
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData(dragType, key)
      },
      onDragOver: event => {
        if (!isOurs(event)) return
        const found = dropAt(event)
        if (found?.key !== drop?.key || found?.mark !== drop?.mark) setDrop(found)
        if (placeOf(event, found) !== undefined) event.preventDefault()
      },
      onDragLeave: event => event.currentTarget === event.target && setDrop(null),
      onDragEnd: () => setDrop(null),
      onDrop: event => {
        if (!isOurs(event)) return
        event.preventDefault()
        setDrop(null)
        const place = placeOf(event, dropAt(event))
        if (place !== undefined) drag.commands.move(drag.selection, place)
      },
    },
  }
}
