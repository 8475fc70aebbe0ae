/** Family `recordings`: captures packets of this machine, and runs recording proxies on it, for a server, which reads their files in pieces. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { removeAuthority } from '@pone/recording-proxy/certificates/authority.ts'
import type { AgentFamily, FamilyContext } from '../family.ts'
import { AgentRecordings } from './agent-recordings.ts'

export function createRecordingsFamily({ settings, link, log }: FamilyContext): AgentFamily<'recordings'> {
  const folder = join(settings.dataFolder, 'recordings')
  // Beside the folder that is emptied at each start: devices trust it.
  const authorities = join(settings.dataFolder, 'recording-authorities')
  const authorityPath = (projectId: string) => join(authorities, `${projectId}.pem`)
  const recordings = new AgentRecordings({
    folder,
    serverUrls: settings.serverUrls,
    right: settings.captures,
    ports: settings.recordingPorts,
    authorityPath,
    send: message => link.send(message),
    log,
  })
  return {
    handlers: {
      startCapture: wish => recordings.startCapture(wish),
      startProxy: wish => recordings.startProxy(wish),
      markRecording: ({ recordingId, title }) => recordings.mark(recordingId, title),
      removeRecordingAuthority: ({ projectId }) => removeAuthority(authorityPath(projectId)),
      keepRecording: ({ recordingId }) => recordings.keep(recordingId),
      stopRecording: ({ recordingId }) => recordings.stop(recordingId),
      readRecording: ({ recordingId, from }) => recordings.read(recordingId, from),
      forgetRecording: ({ recordingId }) => recordings.forget(recordingId),
    },
    // A process that was killed between making a file and taking its name has left it.
    start: () => rm(folder, { recursive: true, force: true }),
    isBusy: () => recordings.isRecording,
    shutOut: async () => {
      await recordings.close()
      await rm(authorities, { recursive: true, force: true })
    },
    stop: () => recordings.close(),
  }
}
