/** Calls of recordings by proxies of the server and of agents. */
import { createReadStream } from 'node:fs'
import type { Calls } from '@pone/contract/calls/registry.ts'
import { AppError } from '@pone/contract/errors.ts'
import { isAllowedAddress, plainAddress } from '@pone/recording-proxy/access.ts'
import type { Handlers } from '../../calls/handler.ts'
import type { RecordingService } from './recording.service.ts'

const onlyLoopback = { addresses: [], password: null }

export function recordingApi(service: RecordingService): Handlers<Calls['recording']> {
  return {
    start: async ({ projectId, opensToDevices, ...wish }, { user, project, from, audit }) => {
      if (wish.agentId !== null && !project.functions.has('machine.operate')) throw new AppError('Forbidden')
      audit.target(user.account)
      audit.after({ opensToDevices, ...wish })
      const address = plainAddress(from)
      // Another machine does not see the address by which the server reaches itself.
      const isUnknownThere = wish.agentId !== null && isAllowedAddress(onlyLoopback, address)
      return service.start({
        projectId,
        userId: user.id,
        addresses: opensToDevices || isUnknownThere ? null : [address],
        ...wish,
      })
    },
    current: async ({ projectId, from }, { user }) => ({
      recording: await service.current({ projectId, userId: user.id }, from),
    }),
    mark: async ({ projectId, id, title }, { user }) => {
      await service.mark({ projectId, userId: user.id }, id, title)
      return {}
    },
    stop: async ({ projectId, id }, { user, audit }) => {
      audit.target(user.account)
      return service.stop({ projectId, userId: user.id }, id)
    },
    download: async ({ projectId, id }, { user }) => ({
      name: 'recording.har',
      contentType: 'application/json',
      body: createReadStream(service.file({ projectId, userId: user.id }, id)),
    }),
    discard: async ({ projectId, id }, { user, audit }) => {
      audit.target(user.account)
      await service.discard({ projectId, userId: user.id }, id)
      return {}
    },
    removeAuthority: async ({ projectId }, { project, audit }) => {
      audit.target(project.name)
      await service.removeAuthority(projectId)
      return {}
    },
  }
}
