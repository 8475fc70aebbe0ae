/** Requests the initial snapshot of a watched topic from the server that has it. */
import { AppError } from '@pone/contract/errors.ts'
import type { Numbered } from '../http/live-requests.ts'
import { isToldByAll, type LiveTopic } from '../http/live-topics.ts'
import type { PeerNetwork } from './peer-network.ts'
import { snapshotAnswerSchema } from './replica-notes.ts'
import type { Replicas } from './replicas.ts'

/** null when that server is this one. */
export type Elsewhere = (topic: LiveTopic, projectId: string, id: string) => Promise<Numbered | null>

export function createElsewhere({
  network,
  replicas,
  isDebugHere,
}: {
  network: Pick<PeerNetwork, 'ask' | 'peerIds'>
  replicas: Pick<Replicas, 'id' | 'knownOwner' | 'ownerOf' | 'peers'>
  /** Whether a standalone execution was started here. */
  isDebugHere: (projectId: string, debugId: string) => boolean
}): Elsewhere {
  const askOwner = async (
    topic: LiveTopic,
    projectId: string,
    id: string,
    ownerId: string,
  ): Promise<Numbered> =>
    snapshotAnswerSchema.parse(
      await network.ask(ownerId, 'snapshot', { from: replicas.id, topic, projectId, id }),
    )
  const nothingYet: Numbered = { message: null, number: 0 }

  return async (topic, projectId, id) => {
    // Every server has the runs of a project, and monitors and alerts in the database.
    const isAnywhere = topic === 'projectRuns' || isToldByAll(topic)
    if (replicas.peers().length === 0 || isAnywhere) return null
    if (topic === 'run') {
      const owner = replicas.knownOwner(id) ?? (await replicas.ownerOf(id))
      if (owner === null || owner === replicas.id) return null
      // While its server is down there is no snapshot; the server that takes over publishes it.
      return askOwner(topic, projectId, id, owner).catch(() => nothingYet)
    }
    if (isDebugHere(projectId, id)) return null
    for (const peerId of network.peerIds()) {
      try {
        return await askOwner(topic, projectId, id, peerId)
      } catch (cause) {
        if (!(cause instanceof AppError)) throw cause
      }
    }
    return null
  }
}
