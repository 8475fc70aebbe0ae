/** Loads the code that shows notices separately from the first load: with the shell, when a user starts to work, or with the first notice. */
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { askForNotices, noticesAsked, onNotice, onNoticesAsked } from '../../lib/notices.ts'

const NoticeHost = lazy(() =>
  import('./notice-host.tsx').then(
    module => ({ default: module.NoticeHost }),
    () => ({ default: PlainNotice }),
  ),
)

export function LazyNotices() {
  const isAsked = useSyncExternalStore(onNoticesAsked, noticesAsked)
  useEffect(() => {
    window.addEventListener('pointerdown', askForNotices, { once: true })
    window.addEventListener('keydown', askForNotices, { once: true })
    return () => {
      window.removeEventListener('pointerdown', askForNotices)
      window.removeEventListener('keydown', askForNotices)
    }
  }, [])
  return <Suspense>{isAsked && <NoticeHost />}</Suspense>
}

/** The latest notice as plain text, used if the code of notices cannot be loaded from the server. */
function PlainNotice() {
  const [text, setText] = useState('')
  useEffect(() => onNotice(notice => setText(notice.text)), [])
  return text !== '' && <p role="alert">{text}</p>
}
