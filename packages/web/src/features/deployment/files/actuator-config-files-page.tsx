/** /pone/atf/actuatorConfigFiles: configuration files of the tools on one host. */

import { HostPage } from '../host-page.tsx'
import { ConfigFilesView } from './config-files-view.tsx'

export function Page() {
  return (
    <HostPage page="actuatorConfigFiles">
      {host => <ConfigFilesView key={host.id} hostId={host.id} />}
    </HostPage>
  )
}
