/** Moving and resizing charts by pointer and by arrow keys. */
import { type ChartPlace, gridColumns } from '@pone/contract/entities/chart-group.ts'
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react'
import { arrowStep, type Placed, placeAt } from './grid-model.ts'

/** Of a row and the space below it, px. */
export const rowHeight = 48
export const gridGap = 8

export type Handle = 'move' | 'resize'

interface Drag {
  readonly id: string
  readonly handle: Handle
  /** Where it began: the pointer, px, and the chart. */
  readonly x: number
  readonly y: number
  readonly place: ChartPlace
}

const changed = (place: ChartPlace, handle: Handle, columns: number, rows: number): ChartPlace =>
  handle === 'move'
    ? { ...place, x: place.x + columns, y: place.y + rows }
    : { ...place, width: Math.min(gridColumns - place.x, place.width + columns), height: place.height + rows }

/** `onPlace` is called when a chart was moved or resized. */
export function useGridDrag<P extends Placed>(
  grid: RefObject<HTMLElement | null>,
  charts: readonly P[],
  onPlace: (id: string, place: ChartPlace) => void,
) {
  const drag = useRef<Drag | null>(null)
  const [preview, setPreview] = useState<Pick<Placed, 'id' | 'place'> | null>(null)
  const placeOf = (event: PointerEvent): ChartPlace | null => {
    const { current } = drag
    const width = grid.current?.clientWidth ?? 0
    if (current === null || width === 0) return null
    const columns = Math.round((event.clientX - current.x) / ((width + gridGap) / gridColumns))
    const rows = Math.round((event.clientY - current.y) / rowHeight)
    return changed(current.place, current.handle, columns, rows)
  }
  const end = () => {
    drag.current = null
    setPreview(null)
  }
  return {
    shown: preview === null ? charts : placeAt(charts, preview.id, preview.place),
    draggedId: preview?.id ?? null,
    handlers: ({ id, place }: Placed, handle: Handle) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        drag.current = { id, handle, x: event.clientX, y: event.clientY, place }
      },
      onPointerMove: (event: PointerEvent) => {
        const next = placeOf(event)
        if (next !== null) setPreview({ id, place: next })
      },
      onPointerUp: (event: PointerEvent) => {
        const next = placeOf(event)
        end()
        if (next !== null) onPlace(id, next)
      },
      onPointerCancel: end,
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Escape') end()
        const step = arrowStep(event.key)
        if (step === null) return
        event.preventDefault()
        onPlace(id, changed(place, handle, step.columns, step.rows))
      },
    }),
  }
}
