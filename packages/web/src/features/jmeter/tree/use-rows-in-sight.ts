/** Computes which rows of the tree are visible, and scrolls the current one into view. */
import { type RefObject, type UIEvent, useEffect, useLayoutEffect, useState } from 'react'
import { windowOf } from './tree-rows.ts'

/** Height of a row, CSS pixels. */
export const rowPx = 28
/** Used until the tree has been measured. */
const firstView = { topPx: 0, heightPx: 600 }

interface Rows {
  /** Index of the current row; -1 = none. */
  readonly current: number
  readonly count: number
}

export function useRowsInSight(box: RefObject<HTMLDivElement | null>, { current, count }: Rows) {
  const [scroll, setScroll] = useState(firstView)
  useEffect(() => {
    const tree = box.current
    if (!tree || current < 0) return
    const top = current * rowPx
    if (top < tree.scrollTop) tree.scrollTo({ top })
    else if (top + rowPx > tree.scrollTop + tree.clientHeight)
      tree.scrollTo({ top: top + rowPx - tree.clientHeight })
  }, [box, current])
  useLayoutEffect(() => {
    const tree = box.current
    if (!tree) return
    const measure = () => setScroll({ topPx: tree.scrollTop, heightPx: tree.clientHeight })
    const observer = new ResizeObserver(measure)
    observer.observe(tree)
    measure()
    return () => observer.disconnect()
  }, [box])
  return {
    window: windowOf(scroll, rowPx, count),
    onScroll: ({ currentTarget: { scrollTop, clientHeight } }: UIEvent<HTMLElement>) =>
      setScroll({ topPx: scrollTop, heightPx: clientHeight }),
  }
}
