/** Keeps unsaved work over a reload, a change of language or the end of the session, and drops it when the user discards it. */
import { useEffect, useEffectEvent, useRef } from 'react'
import type { DraftStore } from '../../lib/draft-store.ts'
import { useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notices.ts'
import { session } from '../../lib/session/session.ts'

const keepAfterMs = 400

interface KeptDraft<S, D> {
  readonly state: S
  readonly store: DraftStore<D>
  /** The work to keep; null if nothing is unsaved. */
  readonly draftOf: (state: S) => D | null
}

/** `id` distinguishes the piece of work from others of its kind. */
export function useKeptDraft<S, D>(id: string, { state, store, draftOf }: KeptDraft<S, D>): void {
  const t = useT()
  const hasWarned = useRef(false)
  const writeNow = useEffectEvent(() => {
    const draft = draftOf(state)
    if (draft === null) return store.drop(sessionStorage, id)
    if (store.keep(sessionStorage, id, draft)) return
    // An older draft would be restored as if it were the latest.
    store.drop(sessionStorage, id)
    if (hasWarned.current) return
    hasWarned.current = true
    notify({ kind: 'warning', text: t('editor.draftTooLarge') })
  })
  const dropNow = useEffectEvent(() => store.drop(sessionStorage, id))
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
      // Leaving for another page was confirmed and discards the changes; the end of a session does not.
      if (hasLeft && session.get().token !== '') dropNow()
      else keepNow()
    }
  }, [id])
}
