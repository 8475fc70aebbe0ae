/** Drag and drop of the selected rows of an editor's tree. */
import { type DragEvent, type HTMLAttributes, useState } from 'react'
import type { RowCommands } from './row-commands.ts'
import './drop-marks.css'
import { keyAt, rowAt } from './row-element.ts'

/** How a row shows where dragged rows would go: a line above or below it, a box around it, or that they may not go there. */
export interface DropMark {
  readonly kind: 'into' | 'before' | 'after' | 'forbidden'
  /** Level of the dropped rows, from 0: where a line starts. */
  readonly depth: number
}

/** Where dragged rows would be inserted; without a place, the row shows that they may not be. */
export interface Drop<P> {
  readonly key: string
  readonly mark: DropMark
  readonly place: P | null
}

/** Position of the pointer in a row. */
export interface RowPoint {
  readonly key: string
  /** 0 to 1 from the top of the row. */
  readonly height01: number
  /** From the start of the row, in px. */
  readonly xPx: number
}

export interface RowDrag<P> {
  readonly selection: readonly string[]
  /** Selects the row unless it is selected already. */
  readonly onTake: (key: string) => void
  readonly isReadOnly: boolean
  readonly commands: Pick<RowCommands<P>, 'move'>
  /** Media type of the dragged rows, to distinguish them from other dragged content. */
  readonly dragType: string
  /** Keys of the shown rows, from the top. */
  readonly keys: readonly string[]
  /** Where the selected rows are moved when dropped at this point; null over the dragged rows themselves. */
  readonly placeAt: (point: RowPoint) => Drop<P> | null
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
  /** Below all rows: marked at the last one. */
  const atEnd = (): Drop<P> | null => {
    const key = drag.keys.at(-1)
    if (endPlace === undefined || key === undefined) return null
    return { key, mark: { kind: 'after', depth: 0 }, place: endPlace }
  }
  const dropAt = (event: DragEvent): Drop<P> | null => {
    const row = rowAt(event.target)
    const key = keyAt(event.target)
    if (row === null || key === null) return atEnd()
    const { top, left, height } = row.getBoundingClientRect()
    return drag.placeAt({ key, height01: (event.clientY - top) / height, xPx: event.clientX - left })
  }
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
        if (!isSameMark(found, drop)) setDrop(found)
        // Otherwise the pointer shows that nothing can be dropped.
        if (hasPlace(found)) event.preventDefault()
      },
      onDragLeave: event => event.currentTarget === event.target && setDrop(null),
      onDragEnd: () => setDrop(null),
      onDrop: event => {
        if (!isOurs(event)) return
        event.preventDefault()
        setDrop(null)
        const found = dropAt(event)
        if (hasPlace(found)) drag.commands.move(drag.selection, found.place)
      },
    },
  }
}

const hasPlace = <P>(drop: Drop<P> | null): drop is Drop<P> & { readonly place: P } =>
  drop !== null && drop.place !== null

const isSameMark = (one: Drop<unknown> | null, other: Drop<unknown> | null): boolean =>
  one?.key === other?.key && one?.mark.kind === other?.mark.kind && one?.mark.depth === other?.mark.depth
