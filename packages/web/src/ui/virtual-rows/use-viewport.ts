/** The visible part of a scrolled element, measured whenever it is scrolled or resized. */
import { type RefObject, useLayoutEffect, useState } from 'react'

/** Assumed while the element has no height. */
const firstView = { topPx: 0, heightPx: 600 }

/** CSS pixels. */
export function useViewport(box: RefObject<HTMLElement | null>) {
  const [view, setView] = useState(firstView)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => {
      const [topPx, heightPx] = [element.scrollTop, element.clientHeight || firstView.heightPx]
      setView(before =>
        before.topPx === topPx && before.heightPx === heightPx ? before : { topPx, heightPx },
      )
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    measure()
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [box])
  return view
}
