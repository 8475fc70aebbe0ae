/** /pone/atf/actuatorLog: logs of one host. */
import { useT } from '../../lib/i18n.ts'
import { HostPage } from './host-page.tsx'
import { LogView } from './log-view.tsx'

export function Page() {
  const t = useT()
  return (
    <HostPage title={t('route.actuatorLog')}>{host => <LogView key={host.id} hostId={host.id} />}</HostPage>
  )
}
