/** The bar at the top: project, search, running tasks, open incidents, language, light or dark mode, user. */

import { SearchOutlined } from '@ant-design/icons'
import { Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useT } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useSession } from '../../lib/session/session.ts'
import { BrandMark } from '../../ui/plain/brand.tsx'
import { capsOf, shortcutIn, shortcuts } from '../../ui/shortcuts/shortcuts.ts'
import { ColorModeSwitch, LanguageSwitch } from '../../ui/theme/switches.tsx'
import { ProjectSwitcher } from '../navigation/project-switcher.tsx'
import { PersonMenu } from '../person/person-menu.tsx'
import { AlertBell } from './alert-bell.tsx'
import { HelpMenu } from './help-menu.tsx'
import { RunningTasks } from './running-tasks.tsx'

const SearchDialog = lazyPart(() =>
  import('../navigation/search-dialog.tsx').then(module => ({ default: module.SearchDialog })),
)

export function TopBar({ area }: { readonly area: 'admin' | 'projectList' | 'projects' }) {
  const t = useT()
  const [isSearching, setSearching] = useState(false)
  useEffect(() => {
    if (area === 'projectList') return
    const open = (event: KeyboardEvent) => {
      if (shortcutIn('everywhere', event) === 'search') {
        event.preventDefault()
        setSearching(true)
      }
    }
    window.addEventListener('keydown', open)
    return () => window.removeEventListener('keydown', open)
  }, [area])
  return (
    <div className="top-bar" role="banner">
      {area === 'projectList' && <BrandLink />}
      {area === 'projects' && <ProjectSwitcher />}
      {area === 'admin' && (
        <span className="secondary" style={{ padding: '0 8px' }}>
          {t('shell.administration')}
        </span>
      )}
      <div className="top-bar-space" />
      {area !== 'projectList' && (
        <button type="button" className="top-bar-search" onClick={() => setSearching(true)}>
          <SearchOutlined />
          <span>{t(area === 'admin' ? 'shell.searchPages' : 'shell.search')}</span>
          <kbd className="key-cap">{capsOf(shortcuts.search.keys[0] ?? '').join(' ')}</kbd>
        </button>
      )}
      {area === 'projects' && <RunningTasks />}
      {area === 'projects' && <AlertBell />}
      <HelpMenu area={area} />
      <LanguageSwitch />
      <ColorModeSwitch />
      <PersonMenu />
      <Suspense>
        {isSearching && area !== 'projectList' && (
          <SearchDialog area={area} onClose={() => setSearching(false)} />
        )}
      </Suspense>
    </div>
  )
}

function BrandLink() {
  const productName = useSession('productName')
  return (
    <Link to="/" className="navigation-brand">
      <BrandMark />
      {productName}
    </Link>
  )
}
