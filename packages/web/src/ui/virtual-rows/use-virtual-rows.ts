/** Renders of a long list only the rows in view: measures the scrolled element, keeps the current row in view, scrolls at the edges during a drag. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { isInView, type RowLayout, renderedRows, scrollTopFor } from './row-layout.ts'
import { useDraggedRow } from './use-dragged-row.ts'
import { useEdgeScroll } from './use-edge-scroll.ts'
import { useViewport } from './use-viewport.ts'

interface VirtualRows<R> {
  /** The scrolled element that contains the rows; each has its key as `data-row`. */
  readonly box: RefObject<HTMLElement | null>
  readonly layout: RowLayout
  /** All rows, from the top. */
  readonly rows: readonly R[]
  /** Their keys. */
  readonly keys: readonly string[]
  /** Scrolled into view when it changes or moves; always rendered, because the tree refers to its element. */
  readonly current: string | undefined
  /** Another row that is always rendered, e.g. because its name is being edited. */
  readonly pinned?: string | undefined
}

/** A row that is rendered, and where, in CSS pixels. */
interface PlacedRow<R> {
  readonly row: R
  /** From the top of the list. */
  readonly topPx: number
  readonly heightPx: number
}

export function useVirtualRows<R>(list: VirtualRows<R>): readonly PlacedRow<R>[] {
  const { box, layout, rows, keys, current, pinned } = list
  const view = useViewport(box)
  // The browser reports the end of a drag to the dragged element, which must therefore remain.
  const dragged = useDraggedRow(box)
  useEdgeScroll(box)
  const indexOf = (key: string | null | undefined) => (key ? keys.indexOf(key) : -1)
  const at = indexOf(current)
  useRowInView({ box, layout, current, at })
  return renderedRows(layout, view, [at, indexOf(dragged), indexOf(pinned)]).flatMap(index =>
    rows.slice(index, index + 1).map(row => {
      const topPx = layout.topOf(index)
      return { row, topPx, heightPx: layout.topOf(index + 1) - topPx }
    }),
  )
}

interface RowInView extends Pick<VirtualRows<unknown>, 'box' | 'layout' | 'current'> {
  /** Index of the current row; -1 if it is not shown. */
  readonly at: number
}

/** A row that becomes the current one is scrolled into view; if it moves it stays in view, unless it was outside before. */
function useRowInView({ box, layout, current, at }: RowInView) {
  const shown = useRef<{ current: string | undefined; isSeen: boolean }>({
    current: undefined,
    isSeen: false,
  })
  const latest = useRef(layout)
  useLayoutEffect(() => {
    latest.current = layout
  })
  useEffect(() => {
    const element = box.current
    if (!element || at < 0 || element.clientHeight === 0) {
      shown.current = { current: undefined, isSeen: false }
      return
    }
    const view = { topPx: element.scrollTop, heightPx: element.clientHeight }
    const follows = shown.current.current !== current || shown.current.isSeen
    if (follows && !isInView(latest.current, at, view))
      element.scrollTo({ top: scrollTopFor(latest.current, at, view) })
    const keep = () => {
      const seen = { topPx: element.scrollTop, heightPx: element.clientHeight }
      shown.current = { current, isSeen: isInView(latest.current, at, seen) }
    }
    keep()
    element.addEventListener('scroll', keep, { passive: true })
    return () => element.removeEventListener('scroll', keep)
  }, [box, current, at])
}
