/** The row that is being dragged within a list. */
import { type RefObject, useEffect, useState } from 'react'

/** The `data-row` of the dragged row; null while none is dragged. */
export function useDraggedRow(box: RefObject<HTMLElement | null>): string | null {
  const [dragged, setDragged] = useState<string | null>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const start = ({ target }: DragEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
      setDragged(row?.dataset['row'] ?? null)
    }
    const end = () => setDragged(null)
    element.addEventListener('dragstart', start)
    window.addEventListener('dragend', end)
    return () => {
      element.removeEventListener('dragstart', start)
      window.removeEventListener('dragend', end)
    }
  }, [box])
  return dragged
}
