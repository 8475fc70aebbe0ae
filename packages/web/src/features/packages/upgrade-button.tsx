/** Opens the agent upgrades and shows how many agents are outdated; self-contained, so that any page of the administration can use it. */
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
