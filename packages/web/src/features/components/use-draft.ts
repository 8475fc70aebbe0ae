/** Keeps unsaved work over a reload, a change of language or the end of the session, and drops it when it is given up or saved. */
import { useEffect, useRef } from 'react'
import { session } from '../../lib/session.ts'
import { dropDraft, keepDraft } from './draft-store.ts'
import { type EditorState, isDirty } from './editor-model.ts'
import { withoutTypedSecrets } from './stored-secrets.ts'

const keepAfterMs = 400

export function useDraft(componentId: string, state: EditorState): void {
  const latest = useRef(state)
  useEffect(() => {
    latest.current = state
    const timer = setTimeout(() => write(componentId, state), keepAfterMs)
    return () => clearTimeout(timer)
  }, [componentId, state])
  useEffect(() => {
    const keepNow = () => write(componentId, latest.current)
    const address = window.location.pathname + window.location.search
    window.addEventListener('pagehide', keepNow)
    return () => {
      window.removeEventListener('pagehide', keepNow)
      const hasLeft = window.location.pathname + window.location.search !== address
      // Whoever left for another page has said that the changes may go; whose session ended has not.
      if (hasLeft && session.get().token !== '') dropDraft(sessionStorage, componentId)
      else keepNow()
    }
  }, [componentId])
}

function write(componentId: string, state: EditorState): void {
  if (isDirty(state))
    keepDraft(sessionStorage, componentId, {
      document: withoutTypedSecrets(state.document, state.saved),
      revision: state.revision,
    })
  else dropDraft(sessionStorage, componentId)
}
