/** The help menu: glossary and keyboard shortcuts; `?` opens the shortcuts on every page. */
import { BookOutlined, CompassOutlined, QuestionCircleOutlined, ThunderboltOutlined } from '@ant-design/icons'
import { Dropdown } from 'antd'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useT } from '../../lib/i18n.ts'
import { startTour } from '../../lib/tour.ts'
import { shortcutIn } from '../../ui/shortcuts/shortcuts.ts'

const ShortcutSheet = lazy(() =>
  import('../../ui/shortcuts/shortcut-sheet.tsx').then(module => ({ default: module.ShortcutSheet })),
)

const glossaryPaths = {
  admin: '/pone/atf/glossary',
  projectList: '/pone/atf/projectList/glossary',
  projects: '/pone/atf/projects/glossary',
} as const

/** Fields take what is typed, and a dialog has its own keys. */
const takesKeys = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], [role="textbox"], .cm-editor, .ant-modal') !==
    null

export function HelpMenu({ area }: { readonly area: keyof typeof glossaryPaths }) {
  const t = useT()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.defaultPrevented || takesKeys(event.target)) return
      if (shortcutIn('everywhere', event) !== 'shortcuts') return
      event.preventDefault()
      setOpen(true)
    }
    window.addEventListener('keydown', open)
    return () => window.removeEventListener('keydown', open)
  }, [])
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            {
              key: 'glossary',
              icon: <BookOutlined />,
              label: t('help.glossary'),
              onClick: () => void navigate(glossaryPaths[area]),
            },
            // It points at pages of a project.
            ...(area === 'projects'
              ? [{ key: 'tour', icon: <CompassOutlined />, label: t('tour.start'), onClick: startTour }]
              : []),
            {
              key: 'shortcuts',
              icon: <ThunderboltOutlined />,
              label: t('help.shortcuts'),
              extra: '?',
              onClick: () => setOpen(true),
            },
          ],
        }}
      >
        <button type="button" className="icon-button" aria-label={t('help.title')} title={t('help.title')}>
          <QuestionCircleOutlined />
        </button>
      </Dropdown>
      <Suspense>{isOpen && <ShortcutSheet onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
