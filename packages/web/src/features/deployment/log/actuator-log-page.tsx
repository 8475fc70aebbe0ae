/** /pone/atf/actuatorLog: logs of one host. */
import { HostPage } from '../host-page.tsx'
import { LogView } from './log-view.tsx'

export function Page() {
  return <HostPage page="actuatorLog">{host => <LogView key={host.id} hostId={host.id} />}</HostPage>
}
