/** Asks for confirmation before changes are lost: when another page is opened, and when the tab is closed. */
import { App } from 'antd'
import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { useT } from '../../lib/i18n.ts'
import { session } from '../../lib/session/session.ts'

export function UnsavedGuard({ isDirty }: { readonly isDirty: boolean }) {
  const t = useT()
  const { modal } = App.useApp()
  // After the end of the session, leaving must always be possible.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty &&
      session.get().token !== '' &&
      currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const dialog = modal.confirm({
      title: t('unsaved.title'),
      content: t('unsaved.text'),
      okText: t('unsaved.leave'),
      cancelText: t('unsaved.stay'),
      okButtonProps: { danger: true },
      onOk: () => blocker.proceed(),
      onCancel: () => blocker.reset(),
    })
    return () => dialog.destroy()
  }, [blocker, modal, t])
  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isDirty])
  return null
}
