/** What of a diagram can be seen in its window, drawn whenever it changes. */
import { type FlameTree, type PlacedFrame, placedFrames } from '@pone/profiles/views/layout.ts'
import { type RefObject, useEffect, useMemo } from 'react'
import { drawFrames, type FlameLook, rowPx } from './flame-drawing.ts'

export interface FlameWindow {
  readonly tree: FlameTree
  readonly look: FlameLook
  readonly root: number
  readonly widthPx: number
  readonly maxHeightPx: number
  /** First px of the diagram that is seen. */
  readonly scrollPx: number
  readonly chosen: number | null
}

/** The frames that are drawn, the rows of the whole diagram, and the height of the window. */
export function useFlameDrawing(canvas: RefObject<HTMLCanvasElement | null>, window: FlameWindow) {
  const { tree, look, root, widthPx, scrollPx, chosen } = window
  const rows = useMemo(() => rowsOf(tree, root), [tree, root])
  const shownPx = Math.min(window.maxHeightPx, rows * rowPx)
  const frames = useMemo(
    () => placedFrames(tree, { root, widthPx, rows: visibleRows(rows, scrollPx, shownPx, look.isIcicle) }),
    [tree, root, widthPx, rows, scrollPx, shownPx, look.isIcicle],
  )
  useEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (!element || !context) return
    sizeCanvas(element, context, widthPx, shownPx)
    const outline = getComputedStyle(element).color
    drawFrames(tree, look, { context, frames, rows, scrollPx, chosen, outline })
  }, [canvas, tree, look, frames, rows, scrollPx, chosen, widthPx, shownPx])
  return { frames, rows, shownPx }
}

/** As many pixels as the screen has for it. */
function sizeCanvas(
  element: HTMLCanvasElement,
  context: CanvasRenderingContext2D,
  widthPx: number,
  heightPx: number,
): void {
  const ratio = globalThis.devicePixelRatio || 1
  element.width = Math.round(widthPx * ratio)
  element.height = Math.round(heightPx * ratio)
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.clearRect(0, 0, widthPx, heightPx)
}

/** Rows from all stacks to the deepest frame within the root. */
function rowsOf(tree: FlameTree, root: number): number {
  if (root < 0) return tree.maxDepth + 2
  let deepest = 0
  for (let node = root; node < (tree.ends[root] ?? 0); node++)
    deepest = Math.max(deepest, tree.depth[node] ?? 0)
  return deepest + 2
}

function visibleRows(rows: number, scrollPx: number, shownPx: number, isIcicle: boolean) {
  const first = Math.floor(scrollPx / rowPx)
  const last = Math.ceil((scrollPx + shownPx) / rowPx)
  return isIcicle ? { from: first, to: last } : { from: Math.max(0, rows - last), to: rows - first }
}

/** The frame at a place of the whole diagram. */
export function frameAtPlace(
  frames: readonly PlacedFrame[],
  rowAt: (row: number) => number,
  x: number,
  y: number,
): PlacedFrame | undefined {
  return frames.find(({ left, width, row }) => {
    const top = rowAt(row)
    return y >= top && y < top + rowPx && x >= left && x < left + width
  })
}
