/** Switches for language and light or dark mode, in the top bar and on public pages. */

import { GlobalOutlined } from '@ant-design/icons-svg'
import { Suspense, useState } from 'react'
import { setLanguage } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useSession } from '../../lib/session/session.ts'
import { PlainIcon } from '../plain/plain-icon.tsx'
import { ColorModeButton } from './color-mode-button.tsx'

/** Switches immediately; the label is the other language. */
export function LanguageSwitch() {
  const language = useSession('language')
  const other = language === 'zh' ? 'en' : 'zh'
  const label = language === 'zh' ? 'EN: switch to English' : '切换到中文'
  return (
    <button
      type="button"
      className="icon-button"
      lang={other}
      title={label}
      aria-label={label}
      onClick={() => setLanguage(other)}
    >
      <PlainIcon of={GlobalOutlined} />
      {language === 'zh' ? 'EN' : '中文'}
    </button>
  )
}

const ColorModeMenu = lazyPart(async () => ({
  default: (await import('./color-mode-menu.tsx')).ColorModeMenu,
}))

/** Light, dark, or the system's setting; the menu is loaded when it is opened. */
export function ColorModeSwitch() {
  const [isWanted, setWanted] = useState(false)
  const button = <ColorModeButton onClick={() => setWanted(true)} />
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <ColorModeMenu />
    </Suspense>
  )
}
