/** Opens the upgrades of agents; says how many are out of date. Stands alone, so that any administrator's page may hold it. */
import { CloudSyncOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { useUpgrades } from './package-queries.ts'
import { UpgradeDialog } from './upgrade-dialog.tsx'

export function UpgradeButton() {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const { data } = useUpgrades()
  const count = data?.filter(row => row.newest !== null).length ?? 0
  return (
    <>
      <Button icon={<CloudSyncOutlined />} onClick={() => setOpen(true)}>
        {count === 0 ? t('upgrade.open') : t('upgrade.openCount', { count })}
      </Button>
      {isOpen && <UpgradeDialog onClose={() => setOpen(false)} />}
    </>
  )
}
