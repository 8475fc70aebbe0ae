/** /pone/atf/actuatorConfigFiles: configuration files of the tools on one host. */
import { useT } from '../../lib/i18n.ts'
import { ConfigFilesView } from './config-files-view.tsx'
import { HostPage } from './host-page.tsx'

export function Page() {
  const t = useT()
  return (
    <HostPage title={t('route.actuatorConfigFiles')}>
      {host => <ConfigFilesView key={host.id} hostId={host.id} />}
    </HostPage>
  )
}
