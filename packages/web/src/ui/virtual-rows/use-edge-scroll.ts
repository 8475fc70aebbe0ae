/** Scrolls a list while something is dragged near its upper or lower edge. */
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
  const leave = ({ relatedTarget }: DragEvent) => {
    if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) stop()
  }
  element.addEventListener('dragover', over, { signal })
  element.addEventListener('dragleave', leave, { signal })
  window.addEventListener('drop', stop, { signal, capture: true })
  window.addEventListener('dragend', stop, { signal, capture: true })
  return () => {
    listening.abort()
    stop()
  }
}
