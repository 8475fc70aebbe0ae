/** The frame of all signed-in pages: navigation at the left, bar at the top, the page. */

import { App } from 'antd'
import { Suspense, useEffect, useRef } from 'react'
import { Outlet } from 'react-router'
import { useT } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { askForNotices } from '../../lib/notices.ts'
import { useFreshProject } from '../../lib/project.ts'
import { useSession } from '../../lib/session/session.ts'
// Loaded with the shell, so that the notice of a lost connection can be shown.
import '../../ui/page/notice-host.tsx'
import './frame.css'
import { AntdTheme } from '../../ui/theme/antd-theme.tsx'
import { Navigation } from '../navigation/navigation.tsx'
import { TopBar } from '../top-bar/top-bar.tsx'
import { TourHost } from '../tour/tour-host.tsx'
import { LicenceBanner } from './licence-banner.tsx'

const ForcedPasswordChange = lazyPart(() =>
  import('../person/forced-password-change.tsx').then(module => ({ default: module.ForcedPasswordChange })),
)

export function Shell({ area }: { readonly area: 'admin' | 'projectList' | 'projects' }) {
  const t = useT()
  const content = useRef<HTMLElement>(null)
  const mustChangePassword = useSession('mustChangePassword')
  const hasNavigation = area !== 'projectList'
  useEffect(askForNotices, [])
  return (
    <AntdTheme>
      <App component={false}>
        <div className={hasNavigation ? 'shell' : 'shell shell-without-navigation'}>
          <button type="button" className="skip-link" onClick={() => content.current?.focus()}>
            {t('shell.skip')}
          </button>
          {hasNavigation && <Navigation area={area} />}
          <div className="shell-column">
            <TopBar area={area} />
            {area === 'admin' && !mustChangePassword && <LicenceBanner />}
            {area === 'projects' && <ProjectWatch />}
            {area === 'projects' && !mustChangePassword && <TourHost />}
            <main className="shell-content" ref={content} tabIndex={-1}>
              {!mustChangePassword && <Outlet />}
            </main>
          </div>
          <Suspense>{mustChangePassword && <ForcedPasswordChange />}</Suspense>
        </div>
      </App>
    </AntdTheme>
  )
}

function ProjectWatch() {
  useFreshProject()
  return null
}
