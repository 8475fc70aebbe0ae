/** Calls of captures of packets by agents. */
import { createReadStream } from 'node:fs'
import type { captureCalls } from '@pone/contract/calls/capture.ts'
import type { Handlers } from '../../calls/handler.ts'
import type { CaptureService } from './capture.service.ts'

export function captureApi(service: CaptureService): Handlers<typeof captureCalls> {
  return {
    machines: ({ projectId }) => service.machines(projectId),
    interfaces: ({ projectId, agentId }) => service.interfaces(projectId, agentId),
    start: async (input, { user, audit }) => {
      const capture = await service.begin({ projectId: input.projectId, userId: user.id }, input)
      audit.target(capture.machine)
      audit.after(capture.order)
      return capture
    },
    current: async ({ projectId }, { user }) => ({
      capture: service.current({ projectId, userId: user.id }),
    }),
    stop: async ({ projectId, id }, { user, audit }) => {
      const capture = service.stop({ projectId, userId: user.id }, id)
      audit.target(capture.machine)
      return capture
    },
    download: async ({ projectId, id }, { user }) => ({
      name: 'capture.pcap',
      contentType: 'application/vnd.tcpdump.pcap',
      body: createReadStream(service.file({ projectId, userId: user.id }, id)),
    }),
    discard: async ({ projectId, id }, { user, audit }) => {
      audit.target(user.account)
      await service.discard({ projectId, userId: user.id }, id)
      return {}
    },
  }
}
