/** The width of an element in px, kept up to date; for drawings that are laid out by width. */
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** `initial` is used until the element has been measured. */
export function useWidth<E extends HTMLElement>(initial: number): readonly [RefObject<E | null>, number] {
  const element = useRef<E>(null)
  const [width, setWidth] = useState(initial)
  useLayoutEffect(() => {
    const measured = element.current
    if (measured === null) return
    const measure = () => setWidth(measured.clientWidth || initial)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [initial])
  return [element, width]
}
