/** Standalone executions from any server: those not started here are requested from the other servers. */

import { AppError } from '@pone/contract/errors.ts'
import { debugEventSchema } from '@pone/contract/link/debug.ts'
import { z } from 'zod'
import type { AnywhereDebugs } from '../modules/debug/debug.api.ts'
import type { DebugService } from '../modules/debug/debug.service.ts'
import type { PeerNetwork } from './peer-network.ts'

const eventsSchema = z.object({ events: z.array(debugEventSchema), isEnded: z.boolean() })

export function createReplicatedDebug({
  local,
  network,
}: {
  local: DebugService
  network: Pick<PeerNetwork, 'ask' | 'peerIds'>
}): AnywhereDebugs {
  const askOthers = async (name: string, input: object): Promise<unknown> => {
    for (const peerId of network.peerIds()) {
      try {
        return await network.ask(peerId, name, input)
      } catch (cause) {
        // The next server may have it.
        if (!(cause instanceof AppError)) throw cause
      }
    }
    throw new AppError('NotFound', { what: 'debug' })
  }
  const needsFileOf = (peerId: string, wanted: object): Promise<boolean> =>
    network.ask(peerId, 'debugNeedsFile', wanted).then(
      answer => answer === true,
      // An execution whose server cannot be reached has no subscribers.
      () => false,
    )
  return {
    start: input => local.start(input),
    needsFile: async (agentId, fileId) => {
      if (local.needsFile(agentId, fileId)) return true
      const answers = network.peerIds().map(peerId => needsFileOf(peerId, { agentId, fileId }))
      return (await Promise.all(answers)).includes(true)
    },
    stop: async (projectId, debugId) => {
      if (local.has(projectId, debugId)) return local.stop(projectId, debugId)
      await askOthers('stopDebug', { projectId, debugId })
    },
    events: async (projectId, debugId, from) => {
      if (local.has(projectId, debugId)) return local.events(projectId, debugId, from)
      return eventsSchema.parse(await askOthers('debugEvents', { projectId, debugId, from }))
    },
  }
}
