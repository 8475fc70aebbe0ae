/** The outermost frame: progress bar during a navigation, the announcement of the page, and the frame of pages without a shell. */
import { useEffect, useState } from 'react'
import { Outlet, useNavigation } from 'react-router'
import { returnFocus } from '../../lib/focus-return.ts'
import { useT } from '../../lib/i18n.ts'
import { tellSelectValues } from '../../lib/select-value.ts'
import './frame.css'
import { PageAnnouncer } from './page-announcer.tsx'
import { ServerDownBanner } from './server-down-banner.tsx'

export function RootFrame() {
  useEffect(() => returnFocus(document), [])
  useEffect(() => tellSelectValues(document), [])
  return (
    <>
      <NavigationProgress />
      <PageAnnouncer />
      <ServerDownBanner />
      <Outlet />
    </>
  )
}

export function BareFrame() {
  return (
    <main className="bare-frame">
      <Outlet />
    </main>
  )
}

function NavigationProgress() {
  const t = useT()
  const isUnderWay = useNavigation().state !== 'idle'
  const [isEnding, setEnding] = useState(false)
  useEffect(() => {
    if (!isUnderWay) return
    return () => {
      setEnding(true)
      setTimeout(() => setEnding(false), 250)
    }
  }, [isUnderWay])
  if (!isUnderWay && !isEnding) return null
  return (
    <div
      className={isUnderWay ? 'navigation-progress' : 'navigation-progress navigation-progress-done'}
      role="progressbar"
      aria-label={t('state.loading')}
    />
  )
}
