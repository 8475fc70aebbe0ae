/** Family `recordings`: captures packets of this machine for a server, which reads their file in pieces. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AgentFamily, FamilyContext } from '../family.ts'
import { AgentRecordings } from './agent-recordings.ts'

export function createRecordingsFamily({ settings, link, log }: FamilyContext): AgentFamily<'recordings'> {
  const folder = join(settings.dataFolder, 'recordings')
  const recordings = new AgentRecordings({
    folder,
    serverUrls: settings.serverUrls,
    right: settings.captures,
    send: message => link.send(message),
    log,
  })
  return {
    handlers: {
      startCapture: wish => recordings.startCapture(wish),
      keepRecording: ({ recordingId }) => recordings.keep(recordingId),
      stopRecording: ({ recordingId }) => recordings.stop(recordingId),
      readRecording: ({ recordingId, from }) => recordings.read(recordingId, from),
      forgetRecording: ({ recordingId }) => recordings.forget(recordingId),
    },
    // A process that was killed between making a file and taking its name has left it.
    start: () => rm(folder, { recursive: true, force: true }),
    isBusy: () => recordings.isRecording,
    shutOut: () => recordings.close(),
    stop: () => recordings.close(),
  }
}
