/** Asks what to do with unsaved changes before they are lost: when another page is opened, and (by the browser) when the tab is closed. */
import { Button, Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useBlocker, useNavigate } from 'react-router'
import { useT } from '../../lib/i18n.ts'
import { session } from '../../lib/session/session.ts'

interface UnsavedGuardProps {
  readonly isDirty: boolean
  /** Saves the changes and shows what prevents it. Resolves to whether they are stored. */
  readonly onSave: () => Promise<boolean>
}

export function UnsavedGuard({ isDirty, onSave }: UnsavedGuardProps) {
  const t = useT()
  const navigate = useNavigate()
  const [isSaving, setSaving] = useState(false)
  const isMounted = useRef(true)
  // After the end of the session, leaving must always be possible.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty &&
      session.get().token !== '' &&
      currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search,
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

  const saveAndLeave = async () => {
    setSaving(true)
    const isStored = await onSave().finally(() => setSaving(false))
    // A dialog closes once it is saved, and its guard with it.
    if (!isMounted.current) return isStored && void navigate(blocker.location)
    if (isStored) blocker.proceed()
    else blocker.reset()
  }
  return (
    <Modal
      open
      width={480}
      title={t('unsaved.title')}
      onCancel={() => blocker.reset()}
      mask={{ closable: false }}
      footer={
        <>
          <Button disabled={isSaving} onClick={() => blocker.reset()}>
            {t('unsaved.stay')}
          </Button>
          <Button danger disabled={isSaving} onClick={() => blocker.proceed()}>
            {t('unsaved.leave')}
          </Button>
          <Button type="primary" loading={isSaving} onClick={() => void saveAndLeave()}>
            {t('unsaved.save')}
          </Button>
        </>
      }
    >
      {t('unsaved.text')}
    </Modal>
  )
}
