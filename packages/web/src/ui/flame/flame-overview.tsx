/** The whole diagram in a small strip, with the part that is zoomed in marked; a click zooms to the frame there. */
import { type FlameTree, placedFrames } from '@pone/profiles/views/layout.ts'
import { type MouseEvent, useEffect, useMemo, useRef } from 'react'
import { useT } from '../../lib/i18n.ts'
import { useWidth } from '../use-width.ts'
import type { FlameLook } from './flame-drawing.ts'
import { childrenOf } from './flame-steps.ts'

const heightPx = 48
const maxRows = 48

export function FlameOverview({
  tree,
  look,
  root,
  onRoot,
}: {
  readonly tree: FlameTree
  readonly look: FlameLook
  readonly root: number
  readonly onRoot: (node: number) => void
}) {
  const t = useT()
  const [host, widthPx] = useWidth<HTMLDivElement>(900)
  const canvas = useRef<HTMLCanvasElement>(null)
  const place = useMemo(() => placeOf(tree, root), [tree, root])
  const rows = Math.min(maxRows, tree.maxDepth + 2)
  const rowPx = heightPx / rows
  const frames = useMemo(
    () => placedFrames(tree, { root: -1, widthPx, rows: { from: 0, to: rows }, leastPx: 1 }),
    [tree, widthPx, rows],
  )
  const rowAt = (y: number) => Math.floor((look.isIcicle ? y : heightPx - y) / rowPx)
  useEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (!element || !context) return
    element.width = widthPx
    element.height = heightPx
    for (const { node, left, width, row } of frames) {
      context.fillStyle = node < 0 ? '#c3c8d0' : look.colorOf(node)
      context.fillRect(left, (look.isIcicle ? row : rows - 1 - row) * rowPx, width, Math.max(1, rowPx - 0.3))
    }
    context.strokeStyle = getComputedStyle(element).color
    context.lineWidth = 2
    context.strokeRect(
      place.from * widthPx + 1,
      1,
      Math.max(2, (place.to - place.from) * widthPx - 2),
      heightPx - 2,
    )
  }, [frames, rows, rowPx, look, widthPx, place])
  const zoomTo = (event: MouseEvent) => {
    const box = event.currentTarget.getBoundingClientRect()
    const [x, row] = [event.clientX - box.left, rowAt(event.clientY - box.top)]
    const found = frames.find(each => each.row === row && x >= each.left && x < each.left + each.width)
    if (found !== undefined) onRoot(found.node)
  }
  return (
    <div ref={host} className="flame-overview">
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the keyboard has the path above and the diagram itself */}
      <canvas
        ref={canvas}
        style={{ height: heightPx }}
        role="img"
        aria-label={t('flame.overview')}
        onClick={zoomTo}
      />
    </div>
  )
}

/** From where to where a frame reaches, as shares of the whole. */
function placeOf(tree: FlameTree, root: number): { from: number; to: number } {
  if (root < 0 || tree.total <= 0) return { from: 0, to: 1 }
  let before = 0
  for (let at = root; at >= 0; at = tree.parents[at] ?? -1)
    for (const sibling of childrenOf(tree, tree.parents[at] ?? -1)) {
      if (sibling === at) break
      before += tree.totals[sibling] ?? 0
    }
  return { from: before / tree.total, to: (before + (tree.totals[root] ?? 0)) / tree.total }
}
