/** Shown if a page's code could not be loaded, or a page failed to render: offers to reload, and does so where the server has another release. */
import { DisconnectOutlined } from '@ant-design/icons-svg'
import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { useT } from '../../lib/i18n.ts'
import { reloadIfOlder } from '../../lib/older-release.ts'
import { serverConnection } from '../../lib/server-connection.ts'
import { PageState } from '../../ui/page/page-state.tsx'
import { PlainButton } from '../../ui/plain/plain-button.tsx'
import { PlainIcon } from '../../ui/plain/plain-icon.tsx'

export function LoadFailedPage() {
  const t = useT()
  const error = useRouteError()
  useEffect(() => console.error(error), [error])
  useEffect(() => void reloadIfOlder(), [])
  useEffect(() => serverConnection.onBack(() => window.location.reload()), [])
  return (
    <div role="alert">
      <PageState
        isPage
        icon={<PlainIcon of={DisconnectOutlined} />}
        title={t('state.chunkTitle')}
        text={t('state.chunkText')}
        action={<PlainButton onClick={() => window.location.reload()}>{t('state.reload')}</PlainButton>}
      />
    </div>
  )
}
