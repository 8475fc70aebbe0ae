/** Aborts the work of a component when it is unmounted. */
import { useEffect, useRef } from 'react'

/** Each call returns an abort signal for a new piece of work; it is aborted by the next call or on unmount. */
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
