/** Renders of a long list whose rows differ in height only the rows in view: each is measured once it is drawn. */
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { placedRows, renderedRows, unevenRows } from './row-layout.ts'
import { useViewport } from './use-viewport.ts'

interface MeasuredRows {
  /** The scrolled element that contains the rows; each has its index as `data-index`, and no margin. */
  readonly box: RefObject<HTMLElement | null>
  /** What the height of each row depends on, from the top: rows with equal texts have equal heights. */
  readonly texts: readonly string[]
  /** CSS pixels; assumed of a row that has not been drawn yet. */
  readonly estimatePx: number
  /** Renders all rows, e.g. for paper. */
  readonly isWhole?: boolean
}

export function useMeasuredRows({ box, texts, estimatePx, isWhole = false }: MeasuredRows) {
  const view = useViewport(box)
  const heights = useRef({ widthPx: 0, byText: new Map<string, number>() })
  const [measured, setMeasured] = useState(0)
  const layout = useMemo(() => {
    const { byText } = heights.current
    return unevenRows(texts.map(text => byText.get(text) ?? estimatePx))
    // oxlint-disable-next-line react/exhaustive-deps -- the heights changed when `measured` does
  }, [texts, estimatePx, measured])
  // What is drawn may have changed with every render; it is drawn again only if a height is new.
  // oxlint-disable-next-line react/exhaustive-deps
  useLayoutEffect(() => {
    if (box.current && hasMeasured(box.current, texts, heights.current)) setMeasured(count => count + 1)
  })
  const indexes = isWhole ? texts.map((_, index) => index) : renderedRows(layout, view, [])
  return { ...placedRows(layout, indexes), totalPx: layout.totalPx, viewPx: view.heightPx }
}

/** Whether a drawn row has another height than known; rows of another width are forgotten. */
function hasMeasured(
  box: HTMLElement,
  texts: readonly string[],
  heights: { widthPx: number; readonly byText: Map<string, number> },
): boolean {
  if (heights.widthPx !== box.clientWidth) {
    heights.widthPx = box.clientWidth
    heights.byText.clear()
  }
  let hasChanged = false
  for (const row of box.querySelectorAll<HTMLElement>('[data-index]')) {
    const text = texts[Number(row.dataset['index'])]
    const { height } = row.getBoundingClientRect()
    if (text === undefined || height === 0 || Math.abs((heights.byText.get(text) ?? 0) - height) < 0.5)
      continue
    heights.byText.set(text, height)
    hasChanged = true
  }
  return hasChanged
}
