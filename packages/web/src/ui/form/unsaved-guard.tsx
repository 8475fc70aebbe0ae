/** Asks what to do with unsaved changes before they are lost: when another page is opened, and (by the browser) when the tab is closed. */
import { useEffect, useRef } from 'react'
import { useBlocker, useNavigate } from 'react-router'
import { session } from '../../lib/session/session.ts'
import { UnsavedQuestion } from './unsaved-question.tsx'

interface UnsavedGuardProps {
  readonly isDirty: boolean
  /** Saves the changes and shows what prevents it. Resolves to whether they are stored. null: cannot be saved from outside the form. */
  readonly onSave: (() => Promise<boolean>) | null
  /** Of a dialog or drawer: what it does may change the rest of the address of its page. */
  readonly isLayer?: boolean
}

export function UnsavedGuard({ isDirty, onSave, isLayer = false }: UnsavedGuardProps) {
  const navigate = useNavigate()
  const isMounted = useRef(true)
  // After the end of the session, leaving must always be possible.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty &&
      session.get().token !== '' &&
      (currentLocation.pathname !== nextLocation.pathname ||
        (!isLayer && currentLocation.search !== nextLocation.search)),
  )
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isDirty])
  if (blocker.state !== 'blocked') return null

  const saveAndLeave = async (save: () => Promise<boolean>) => {
    const isStored = await save()
    // A dialog closes once it is saved, and its guard with it.
    if (!isMounted.current) return isStored && void navigate(blocker.location)
    if (isStored) blocker.proceed()
    else blocker.reset()
  }
  return (
    <UnsavedQuestion
      by="leaving"
      onStay={() => blocker.reset()}
      onDiscard={() => blocker.proceed()}
      onSave={onSave && (() => saveAndLeave(onSave))}
    />
  )
}
