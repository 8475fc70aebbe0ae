/** The frame of all signed-in pages: navigation left, bar on top, the page. */
import { lazy, Suspense, useRef } from 'react'
import { Outlet } from 'react-router'
import { useT } from '../../lib/i18n.ts'
import { useFreshProject } from '../../lib/session/project.ts'
import { useSession } from '../../lib/session/session.ts'
import './frame.css'
import { LicenceBanner } from './licence-banner.tsx'
import { Navigation } from './navigation.tsx'
import { TopBar } from './top-bar.tsx'

const ForcedPasswordChange = lazy(() =>
  import('./forced-password-change.tsx').then(module => ({ default: module.ForcedPasswordChange })),
)

export function Shell({ area }: { readonly area: 'admin' | 'projectList' | 'projects' }) {
  const t = useT()
  const content = useRef<HTMLElement>(null)
  const mustChangePassword = useSession('mustChangePassword')
  const hasNavigation = area !== 'projectList'
  return (
    <div className={hasNavigation ? 'shell' : 'shell shell-without-navigation'}>
      <button type="button" className="skip-link" onClick={() => content.current?.focus()}>
        {t('shell.skip')}
      </button>
      {hasNavigation && <Navigation area={area} />}
      <div className="shell-column">
        <TopBar area={area} />
        {area === 'admin' && !mustChangePassword && <LicenceBanner />}
        {area === 'projects' && <ProjectWatch />}
        <main className="shell-content" ref={content} tabIndex={-1}>
          {!mustChangePassword && <Outlet />}
        </main>
      </div>
      <Suspense>{mustChangePassword && <ForcedPasswordChange />}</Suspense>
    </div>
  )
}

function ProjectWatch() {
  useFreshProject()
  return null
}
