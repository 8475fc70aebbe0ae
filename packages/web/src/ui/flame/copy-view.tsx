/** Copies the address of what is shown: who opens it sees the same zoom, search, colours and order. */
import { CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { copyText } from '../../lib/copy.ts'
import { useT } from '../../lib/i18n.ts'

export function CopyView() {
  const t = useT()
  return (
    <Button
      icon={<CopyOutlined />}
      title={t('flame.copyViewHelp')}
      onClick={() => void copyText(globalThis.location.href)}
    >
      {t('flame.copyView')}
    </Button>
  )
}
