/** Scrolls a list while something is dragged near its upper or lower edge, the faster the longer: browsers' own scrolling takes minutes for 10,000 rows. */
import { type RefObject, useEffect } from 'react'
import { edgeSpeed } from './edge-speed.ts'

export function useEdgeScroll(box: RefObject<HTMLElement | null>): void {
  useEffect(() => (box.current ? scrollAtEdges(box.current) : undefined), [box])
}

/** @returns removes the listeners */
function scrollAtEdges(element: HTMLElement): () => void {
  const listening = new AbortController()
  const { signal } = listening
  let pointerY = 0
  let frame: number | null = null
  let enteredAt = 0
  let lastAt = 0
  const stop = () => {
    if (frame !== null) cancelAnimationFrame(frame)
    frame = null
  }
  const scroll = (at: number) => {
    const { top, height } = element.getBoundingClientRect()
    const speed = edgeSpeed(pointerY - top, height, at - enteredAt)
    if (speed === 0) return stop()
    element.scrollTop += speed * Math.min(0.1, (at - lastAt) / 1_000)
    lastAt = at
    frame = requestAnimationFrame(scroll)
  }
  const over = ({ clientY, timeStamp }: DragEvent) => {
    pointerY = clientY
    if (frame !== null) return
    const { top, height } = element.getBoundingClientRect()
    if (edgeSpeed(clientY - top, height, 0) === 0) return
    enteredAt = timeStamp
    lastAt = timeStamp
    frame = requestAnimationFrame(scroll)
  }
  // Rows that scroll away under the pointer are left too, often without telling for what.
  const leave = ({ clientX, clientY }: DragEvent) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    if (clientX < left || clientX >= right || clientY < top || clientY >= bottom) stop()
  }
  for (const kind of ['dragenter', 'dragover'] as const) element.addEventListener(kind, over, { signal })
  element.addEventListener('dragleave', leave, { signal })
  window.addEventListener('drop', stop, { signal, capture: true })
  window.addEventListener('dragend', stop, { signal, capture: true })
  return () => {
    listening.abort()
    stop()
  }
}
