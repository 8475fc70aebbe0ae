/** Two panes with a draggable border whose position is stored; the first pane can be collapsed on narrow windows. */
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import './split-pane.css'

export interface SplitPaneProps {
  /** Storage key of the border's position in the browser. */
  readonly storageKey: string
  readonly direction?: 'horizontal' | 'vertical'
  /** The pane whose size is stored: the other takes the remaining space. */
  readonly sized?: 'first' | 'second'
  /** In px. */
  readonly initialSize: number
  readonly minSize?: number
  readonly maxSize?: number
  readonly first: ReactNode
  readonly second: ReactNode
  /** Hides the sized pane without unmounting its content; the other pane takes the whole space. */
  readonly isFolded?: boolean
  readonly label?: string
}

const keyStep = 24

export function SplitPane(props: SplitPaneProps) {
  const { direction = 'horizontal', sized = 'first', minSize = 120, maxSize = 900, initialSize } = props
  const t = useT()
  const key = `pone.split.${props.storageKey}`
  const host = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState(() => Number(localStorage.getItem(key)) || initialSize)
  const isRow = direction === 'horizontal'

  const change = (wanted: number) => {
    const box = host.current?.getBoundingClientRect()
    const room = box ? (isRow ? box.width : box.height) - minSize : maxSize
    const next = Math.round(Math.max(minSize, Math.min(maxSize, room, wanted)))
    setSize(next)
    localStorage.setItem(key, String(next))
  }
  const drag = (event: PointerEvent) => {
    const box = host.current?.getBoundingClientRect()
    if (event.buttons !== 1 || !box) return
    const from = isRow ? event.clientX - box.left : event.clientY - box.top
    change(sized === 'first' ? from : (isRow ? box.width : box.height) - from)
  }
  const step = (event: KeyboardEvent) => {
    const less = isRow ? 'ArrowLeft' : 'ArrowUp'
    const more = isRow ? 'ArrowRight' : 'ArrowDown'
    const by = event.key === less ? -keyStep : event.key === more ? keyStep : 0
    if (by === 0) return
    event.preventDefault()
    change(size + (sized === 'first' ? by : -by))
  }
  const sizedStyle = isRow ? { width: size } : { height: size }
  return (
    <div ref={host} className={`split-pane split-pane-${direction}${props.isFolded ? ' is-folded' : ''}`}>
      <div
        className={sized === 'first' ? 'split-pane-sized' : 'split-pane-rest'}
        style={sized === 'first' ? sizedStyle : undefined}
      >
        {props.first}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- a focusable separator is a window splitter */}
      <div
        className="split-pane-border"
        role="separator"
        tabIndex={0}
        aria-label={props.label ?? t('splitPane.border')}
        aria-orientation={isRow ? 'vertical' : 'horizontal'}
        aria-valuenow={size}
        aria-valuemin={minSize}
        aria-valuemax={maxSize}
        onPointerDown={event => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onKeyDown={step}
        onDoubleClick={() => change(initialSize)}
      />
      <div
        className={sized === 'second' ? 'split-pane-sized' : 'split-pane-rest'}
        style={sized === 'second' ? sizedStyle : undefined}
      >
        {props.second}
      </div>
    </div>
  )
}
