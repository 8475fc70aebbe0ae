/** /404: the address leads nowhere. */
import { CompassOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { useT } from '../../lib/i18n.ts'
import { EmptyState } from '../../ui/page/page-states.tsx'

export function Page() {
  const t = useT()
  const navigate = useNavigate()
  return (
    <EmptyState
      icon={<CompassOutlined />}
      title={t('notFound.title')}
      text={t('notFound.text')}
      action={
        <Button type="primary" onClick={() => void navigate('/')}>
          {t('action.home')}
        </Button>
      }
    />
  )
}
