/** One host in a drawer beside the list: overview, logs, configuration files. */
import type { Host } from '@pone/contract/entities/host.ts'
import { Drawer, Tabs } from 'antd'
import type { ReactNode } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { ConfigFilesView } from '../files/config-files-view.tsx'
import { useCanOperate } from '../host-client.ts'
import { LogView } from '../log/log-view.tsx'
import { HostOverview } from './host-overview.tsx'
import '../deployment.css'

const drawerWidth = 960
export type HostTab = 'overview' | 'logs' | 'configFiles'

export function HostDrawer({
  host,
  tab,
  actions,
  onClose,
}: {
  readonly host: Host
  readonly tab: HostTab
  readonly actions?: ReactNode
  readonly onClose: () => void
}) {
  const t = useT()
  const canOperate = useCanOperate()
  return (
    <Drawer open size={drawerWidth} title={host.name} extra={actions} onClose={onClose}>
      <Tabs
        defaultActiveKey={tab}
        destroyOnHidden
        items={[
          { key: 'overview', label: t('host.overview'), children: <HostOverview host={host} /> },
          { key: 'logs', label: t('host.logs'), children: <LogView hostId={host.id} /> },
          ...(canOperate
            ? [
                {
                  key: 'configFiles',
                  label: t('host.configFiles'),
                  children: <ConfigFilesView hostId={host.id} />,
                },
              ]
            : []),
        ]}
      />
    </Drawer>
  )
}
