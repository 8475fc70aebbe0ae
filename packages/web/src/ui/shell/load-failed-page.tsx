/** Shown when a page's code did not arrive, or a page broke: says so and offers to load again. */
import { DisconnectOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { useT } from '../../lib/i18n.ts'
import { EmptyState } from '../page/page-states.tsx'

export function LoadFailedPage() {
  const t = useT()
  const error = useRouteError()
  useEffect(() => console.error(error), [error])
  return (
    <div role="alert">
      <EmptyState
        icon={<DisconnectOutlined />}
        title={t('state.chunkTitle')}
        text={t('state.chunkText')}
        action={
          <Button type="primary" onClick={() => window.location.reload()}>
            {t('state.reload')}
          </Button>
        }
      />
    </div>
  )
}
