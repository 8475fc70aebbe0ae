/** Keeps unsaved work over a reload, a change of language or the end of the session, and drops it when it is given up. */
import { useEffect, useEffectEvent } from 'react'
import { session } from '../../lib/session.ts'

const keepAfterMs = 400

interface KeptDraft<S> {
  readonly state: S
  /** Writes the state to the storage, or drops what is there when nothing is unsaved. */
  readonly write: (state: S) => void
  readonly drop: () => void
}

/** `id` tells the piece of work apart from others of its kind. */
export function useKeptDraft<S>(id: string, { state, write, drop }: KeptDraft<S>): void {
  const writeNow = useEffectEvent(() => write(state))
  const dropNow = useEffectEvent(() => drop())
  useEffect(() => {
    const timer = setTimeout(() => writeNow(), keepAfterMs)
    return () => clearTimeout(timer)
  }, [id, state])
  useEffect(() => {
    const keepNow = () => writeNow()
    const address = window.location.pathname + window.location.search
    window.addEventListener('pagehide', keepNow)
    return () => {
      window.removeEventListener('pagehide', keepNow)
      const hasLeft = window.location.pathname + window.location.search !== address
      // Whoever left for another page has said that the changes may go; whose session ended has not.
      if (hasLeft && session.get().token !== '') dropNow()
      else keepNow()
    }
  }, [id])
}
