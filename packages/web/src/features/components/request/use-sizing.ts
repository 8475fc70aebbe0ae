/** Size of the field of a body: its height, which the user drags and this browser stores, or the whole window. */
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useKept } from '../../../ui/editor/kept-value.ts'

const firstHeightPx = 240

export function useSizing() {
  const box = useRef<HTMLDivElement>(null)
  const [heightPx, setHeight] = useKept('componentBodyHeight', firstHeightPx)
  const [isFull, setFull] = useState(false)
  const onResize = useEffectEvent((nextPx: number) => {
    // Without a layout, and while it fills the window, the height is not one that the user chose.
    if (!isFull && nextPx > 0 && nextPx !== heightPx) setHeight(nextPx)
  })
  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => onResize(element.offsetHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return {
    /** For the element that the user resizes. */
    box,
    heightPx,
    isFull,
    toggleFull: () => setFull(!isFull),
    /** Escape leaves the whole window, unless the field uses the key, e.g. to close its completions. */
    onKeyDown: (event: KeyboardEvent) => {
      if (!isFull || event.key !== 'Escape' || event.defaultPrevented) return
      event.preventDefault()
      setFull(false)
    },
  }
}
