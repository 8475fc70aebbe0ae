/** What the installation stores: size and growth of the database, room on the disks, and how long things are kept. */
import { formatBytes } from '@pone/metrics/figures.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useT } from '../../lib/i18n.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { formatInstant } from '../../ui/format.ts'
import { RetentionDrawer } from '../../ui/retention/retention-drawer.tsx'
import { FreeDisk } from './machines-panel.tsx'
import type { Overview } from './overview.ts'

export function StoragePanel({ storage }: { readonly storage: Overview['storage'] }) {
  const t = useT()
  const { databaseBytes, resultBytes, growth, filesDisk, databaseDisk } = storage
  const growthText = ({ bytesPerDay, since }: NonNullable<typeof growth>) =>
    t('adminHome.growthNote', { size: formatBytes(bytesPerDay), since: formatInstant(since) })
  return (
    <section>
      <h2 className="panel-title">{t('adminHome.storage')}</h2>
      <FactList
        facts={[
          [
            t('adminHome.database'),
            t('adminHome.databaseNote', {
              size: formatBytes(databaseBytes),
              results: formatBytes(resultBytes),
            }),
          ],
          [t('adminHome.growth'), growth === null ? t('adminHome.growthUnknown') : growthText(growth)],
          ...(databaseDisk === null
            ? []
            : [[t('adminHome.databaseDisk'), <FreeDisk key="database" disk={databaseDisk} />] as const]),
          [t('adminHome.filesDisk'), <FreeDisk key="files" disk={filesDisk} />],
          [t('adminHome.retention'), t('adminHome.retentionNote')],
          [t('retention.title'), <MonitoringRetention key="retention" />],
        ]}
      />
    </section>
  )
}

/** The button that opens the default retention of monitoring data. */
function MonitoringRetention() {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('adminHome.monitoringRetention')}
      </Button>
      {isOpen && (
        <RetentionDrawer
          queryKey={['adminMonitor', 'retention']}
          read={signal => api.adminMonitor.retention({}, { signal })}
          save={async retention => {
            if (retention === null) throw new Error('the default retention always has periods')
            return await api.adminMonitor.saveRetention({ retention })
          }}
          isOfProject={false}
          canEdit
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
