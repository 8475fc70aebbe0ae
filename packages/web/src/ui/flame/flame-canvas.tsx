/** A flame diagram on a canvas of the size of its window: only rows and frames that can be seen are placed and drawn. */
import type { FlameTree } from '@pone/profiles/views/layout.ts'
import { type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef, useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { useWidth } from '../use-width.ts'
import { type FlameLook, rowPx, topOf } from './flame-drawing.ts'
import { type Step, stepFrom } from './flame-steps.ts'
import { FlameTip, type Pointed } from './flame-tip.tsx'
import { frameAtPlace, useFlameDrawing } from './use-flame-drawing.ts'
import './flame.css'

export interface FlameCanvasProps {
  readonly tree: FlameTree
  readonly look: FlameLook
  /** The frame that fills the width; -1: all stacks. */
  readonly root: number
  readonly onRoot: (node: number) => void
  /** What the tooltip and screen readers say of a frame. */
  readonly titleOf: (node: number) => string
  /** Of the window, in px. */
  readonly heightPx?: number
  readonly label?: string
}

/** Of the frame around the window, above and below. */
const borderPx = 2

export function FlameCanvas(props: FlameCanvasProps) {
  const { tree, look, root, onRoot, titleOf, heightPx = 480 } = props
  const t = useT()
  const [host, widthPx] = useWidth<HTMLDivElement>(900)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [scrollPx, setScroll] = useState(0)
  const [chosen, setChosen] = useState<number | null>(null)
  const [pointed, setPointed] = useState<Pointed | null>(null)
  const shown = { tree, look, root, widthPx, maxHeightPx: heightPx, scrollPx, chosen }
  const { frames, rows, shownPx } = useFlameDrawing(canvas, shown)

  // The frame of all stacks is in view: above with icicles, below with flames.
  useLayoutEffect(() => {
    host.current?.scrollTo({ top: look.isIcicle ? 0 : rows * rowPx })
  }, [host, rows, look.isIcicle, root])

  const choose = (node: number) => {
    setChosen(node)
    const row = node < 0 ? 0 : (tree.depth[node] ?? 0) + 1
    reveal(host.current, topOf(row, rows, look.isIcicle))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOf(event.key, look.isIcicle)
    if (step !== undefined) choose(stepFrom(tree, chosen ?? root, step))
    else if (event.key === 'Enter' && chosen !== null) onRoot(chosen)
    else if (/^(Escape|Backspace)$/.test(event.key) && root >= 0) onRoot(tree.parents[root] ?? -1)
    else return
    event.preventDefault()
  }
  const pointedBy = (event: MouseEvent): Pointed | null => {
    const box = event.currentTarget.getBoundingClientRect()
    const [left, top] = [event.clientX - box.left, event.clientY - box.top]
    const frame = frameAtPlace(frames, row => topOf(row, rows, look.isIcicle), left, top + scrollPx)
    return frame === undefined ? null : { node: frame.node, left, top }
  }
  return (
    <div className="flame">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a drawing that the keyboard moves in */}
      <div
        ref={host}
        className="flame-window"
        style={{ height: shownPx + borderPx }}
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
        tabIndex={0}
        aria-label={props.label ?? t('flame.canvas')}
        onScroll={event => setScroll(event.currentTarget.scrollTop)}
        onKeyDown={onKeyDown}
      >
        <div style={{ height: rows * rowPx }}>
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the keyboard is handled by the window around it */}
          <canvas
            ref={canvas}
            style={{ width: widthPx, height: shownPx }}
            onClick={event => {
              const found = pointedBy(event)
              if (found === null) return
              setChosen(found.node)
              setPointed(null)
              onRoot(found.node)
            }}
            onMouseMove={event => setPointed(pointedBy(event))}
            onMouseLeave={() => setPointed(null)}
          />
        </div>
      </div>
      {pointed && <FlameTip at={pointed} widthPx={widthPx} text={titleOf(pointed.node)} />}
      <p className="flame-chosen" aria-live="polite">
        {chosen === null || chosen >= tree.depth.length ? '' : titleOf(chosen)}
      </p>
    </div>
  )
}

/** Where an arrow leads; callees are below with icicles and above with flames. */
function stepOf(key: string, isIcicle: boolean): Step | undefined {
  if (key === 'ArrowLeft') return 'before'
  if (key === 'ArrowRight') return 'after'
  if (key === 'ArrowDown') return isIcicle ? 'in' : 'out'
  return key === 'ArrowUp' ? (isIcicle ? 'out' : 'in') : undefined
}

/** Scrolls so far that the row at this height is seen. */
function reveal(window: HTMLDivElement | null, top: number): void {
  if (window === null) return
  const { scrollTop, clientHeight } = window
  if (top < scrollTop) window.scrollTo({ top })
  else if (top + rowPx > scrollTop + clientHeight) window.scrollTo({ top: top + rowPx - clientHeight })
}
