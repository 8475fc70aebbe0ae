/** Monitor type `ssh-host`: a Linux host without an agent, by one script over SSH. */
import type { MonitorTypeInput } from '../type.ts'
import { hostParts } from './host-sections.ts'
import { both } from './parts.ts'
import { sshParams } from './ssh-params.ts'

export const sshHost: MonitorTypeInput = {
  name: 'ssh-host',
  version: 1,
  category: 'host',
  names: both(['主机（SSH）', 'Host (SSH)']),
  help: both(['通过 SSH 读取 /proc，主机上无需 Agent', 'Reads /proc over SSH, without an agent on the host']),
  triedOn: ['OpenSSH 9.2', 'Debian 12'],
  transport: 'ssh',
  params: sshParams,
  ...hostParts,
}
