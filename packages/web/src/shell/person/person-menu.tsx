/** The menu of the signed-in user: personal information, password, appearance, signing out. */

import { BgColorsOutlined, KeyOutlined, LogoutOutlined, UserOutlined } from '@ant-design/icons'
import { Dropdown } from 'antd'
import { Suspense, useState } from 'react'
import { api } from '../../lib/api.ts'
import { useT } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { session, useSession } from '../../lib/session/session.ts'
import { leaveSession } from '../../lib/session/session-end.ts'
import type { PersonTab } from './person-tab.ts'

const PersonDialog = lazyPart(() =>
  import('./person-dialog.tsx').then(module => ({ default: module.PersonDialog })),
)
/** Signs out on the server if it can be reached, and in the browser in any case. */
export async function signOut(): Promise<void> {
  const logout = api.auth.logout().catch(() => undefined)
  // In cloud mode the browser leaves the page, which would abort the call.
  if (session.get().cloudMode) await logout
  // Ends the session before the response: other pending calls must not report that the login has expired.
  leaveSession()
  await logout
}

export function PersonMenu() {
  const t = useT()
  const userName = useSession('userName')
  const account = useSession('account')
  const [tab, setTab] = useState<PersonTab | null>(null)
  const shownName = userName || account
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            {
              key: 'who',
              type: 'group',
              label: account === shownName ? account : `${shownName} · ${account}`,
            },
            { type: 'divider' },
            {
              key: 'profile',
              icon: <UserOutlined />,
              label: t('person.profile'),
              onClick: () => setTab('profile'),
            },
            {
              key: 'password',
              icon: <KeyOutlined />,
              label: t('person.password'),
              onClick: () => setTab('password'),
            },
            {
              key: 'appearance',
              icon: <BgColorsOutlined />,
              label: t('person.appearance'),
              onClick: () => setTab('appearance'),
            },
            { type: 'divider' },
            {
              key: 'signOut',
              icon: <LogoutOutlined />,
              label: t('action.signOut'),
              onClick: () => void signOut(),
            },
          ],
        }}
      >
        <button type="button" className="icon-button" aria-label={t('shell.person', { name: shownName })}>
          {/* Drawn by the style: the letter is no part of the button's text. */}
          <span className="avatar" aria-hidden data-letter={shownName.slice(0, 1).toUpperCase()} />
          <span className="person-name">{shownName}</span>
        </button>
      </Dropdown>
      <Suspense>{tab && <PersonDialog tab={tab} onTab={setTab} onClose={() => setTab(null)} />}</Suspense>
    </>
  )
}
