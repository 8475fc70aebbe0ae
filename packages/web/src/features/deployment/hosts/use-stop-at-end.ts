/** Ends the work of a part of a page when that part is removed. */
import { useEffect, useRef } from 'react'

/** Each call gives a signal for one piece of work; it fires when the next piece begins or the part is removed. */
export function useStopAtEnd(): () => AbortSignal {
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])
  return () => {
    current.current?.abort()
    const controller = new AbortController()
    current.current = controller
    return controller.signal
  }
}
