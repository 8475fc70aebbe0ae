/** Recording by a proxy of the server. */
import { dirname, join } from 'node:path'
import type { Nouns } from '../../calls/nouns.ts'
import type { ModuleBase } from '../module.ts'
import { recordingApi } from './recording.api.ts'
import { RecordingService, type RecordingServiceDeps, type RecordingSettings } from './recording.service.ts'

export const recordingNouns: Nouns = {
  recording: { zh: '录制', en: 'The recording' },
}

export interface RecordingModuleDeps
  extends Pick<ModuleBase, 'clock' | 'uploadFolder' | 'onFailure'>,
    Pick<RecordingServiceDeps, 'port'> {
  readonly recordings: RecordingSettings
}

export function recordingModule({
  clock: now,
  uploadFolder,
  onFailure,
  port,
  recordings: settings,
}: RecordingModuleDeps) {
  // Not in the folder that all servers share: keys stay on the machine.
  const folder = join(dirname(uploadFolder), 'recordings')
  const service = new RecordingService({ settings, folder, now, port, onFailure })
  return {
    handlers: { recording: recordingApi(service) },
    services: { deleteRecordingsOf: (projectId: string) => service.deleteOfProject(projectId) },
    start: () => service.restore(),
    close: () => service.close(),
  }
}
