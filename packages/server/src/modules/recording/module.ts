/** Recording by proxies of the server and of agents. */
import { dirname, join } from 'node:path'
import type { Nouns } from '../../calls/nouns.ts'
import type { AgentLink } from '../../link/agent-link.ts'
import type { ModuleBase } from '../module.ts'
import { AgentProxies } from './agent-proxies.ts'
import { recordingApi } from './recording.api.ts'
import { RecordingService, type RecordingServiceDeps, type RecordingSettings } from './recording.service.ts'

export const recordingNouns: Nouns = {
  recording: { zh: '录制', en: 'The recording' },
}

export interface RecordingModuleDeps
  extends Pick<ModuleBase, 'clock' | 'uploadFolder' | 'onFailure'>,
    Pick<RecordingServiceDeps, 'port'> {
  readonly recordings: RecordingSettings
  readonly link: AgentLink
  readonly recordingMachinesOf: RecordingServiceDeps['machinesOf']
}

export function recordingModule({
  clock: now,
  uploadFolder,
  onFailure,
  port,
  recordings: settings,
  link,
  recordingMachinesOf: machinesOf,
}: RecordingModuleDeps) {
  // Not in the folder that all servers share: keys stay on the machine.
  const folder = join(dirname(uploadFolder), 'recordings')
  const proxies = new AgentProxies({ link, now, onFailure })
  const service = new RecordingService({ settings, folder, now, port, onFailure, proxies, machinesOf })
  return {
    handlers: { recording: recordingApi(service) },
    services: { deleteRecordingsOf: (projectId: string) => service.deleteOfProject(projectId) },
    start: async () => {
      await service.restore()
      proxies.start()
    },
    close: async () => {
      await service.close()
      await proxies.close()
    },
  }
}
