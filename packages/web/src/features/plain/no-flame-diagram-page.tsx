/** /noFlameDiagram: a link to a flame diagram that does not exist. */
import { FireOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { useT } from '../../lib/i18n.ts'
import { links } from '../../lib/navigation/links.ts'
import { useSession } from '../../lib/session/session.ts'
import { EmptyState } from '../../ui/page/page-states.tsx'
import { AntdTheme } from '../../ui/theme/antd-theme.tsx'

export function Page() {
  const t = useT()
  const navigate = useNavigate()
  const hasProject = useSession('hasProject')
  return (
    <AntdTheme>
      <EmptyState
        isPage
        icon={<FireOutlined />}
        title={t('noFlame.title')}
        text={t('noFlame.text')}
        action={
          <Button type="primary" onClick={() => void navigate(hasProject ? links.flameDiagrams : '/')}>
            {t(hasProject ? 'noFlame.list' : 'action.home')}
          </Button>
        }
      />
    </AntdTheme>
  )
}
