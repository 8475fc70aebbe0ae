/** Monitor type `host`: the Linux host of an agent. */
import type { MonitorTypeInput } from '../type.ts'
import { hostParts } from './host-sections.ts'
import { both } from './parts.ts'

export const host: MonitorTypeInput = {
  name: 'host',
  version: 1,
  category: 'host',
  names: both(['主机（Agent）', 'Host (agent)']),
  help: both(['由该主机上的 Agent 采集', 'Collected by the agent on the host itself']),
  triedOn: ['Linux 6.1', 'Debian 12'],
  transport: 'procfs',
  isBoundToMachine: true,
  params: [],
  ...hostParts,
}
