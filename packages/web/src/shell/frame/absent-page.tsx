/** Shown at an address of the specification whose page this version does not include. */
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { useT } from '../../lib/i18n.ts'
import type { RouteMessageKey } from '../../route-messages.ts'
import { AbsentState } from '../../ui/page/page-states.tsx'
import { AntdTheme } from '../../ui/theme/antd-theme.tsx'

export function AbsentPage({
  title,
  hasMenu,
}: {
  readonly title: RouteMessageKey
  readonly hasMenu: boolean
}) {
  const t = useT()
  const navigate = useNavigate()
  return (
    <AntdTheme>
      <AbsentState
        name={t(title)}
        hasMenu={hasMenu}
        action={
          <Button type="primary" onClick={() => void navigate('/')}>
            {t('action.home')}
          </Button>
        }
      />
    </AntdTheme>
  )
}
