/** The edge of the dock that changes its height, by dragging or with the arrow keys. */
import { type KeyboardEvent, useRef } from 'react'
import { useT } from '../../../lib/i18n.ts'

interface DockGripProps {
  /** In px. */
  readonly height: number
  readonly onResize: (height: number) => void
}

const minHeightPx = 140
/** As a share of the window height. */
const maxShare01 = 0.75
const keyStepPx = 24

export function DockGrip({ height, onResize }: DockGripProps) {
  const t = useT()
  /** Pointer position and height when dragging started. */
  const drag = useRef<{ readonly y: number; readonly height: number } | null>(null)
  const resize = (next: number) =>
    onResize(Math.round(Math.min(window.innerHeight * maxShare01, Math.max(minHeightPx, next))))
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: keyStepPx, ArrowDown: -keyStepPx }[event.key]
    if (step === undefined) return
    event.preventDefault()
    resize(height + step)
  }
  return (
    <div
      role="separator"
      aria-orientation="horizontal"
      aria-label={t('component.dock.resize')}
      aria-valuenow={height}
      tabIndex={0}
      className="cd-dock-grip"
      onPointerDown={event => {
        drag.current = { y: event.clientY, height }
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={event => {
        if (drag.current) resize(drag.current.height + drag.current.y - event.clientY)
      }}
      onPointerUp={() => {
        drag.current = null
      }}
      onKeyDown={onKeyDown}
    />
  )
}
