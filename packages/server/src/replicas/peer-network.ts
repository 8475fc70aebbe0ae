/** Communication of this server with the other live ones: ordered notes, calls with responses, and agent reports. */
import { randomUUID } from 'node:crypto'
import { errorParamsSchema } from '@pone/contract/error-params.ts'
import { AppError, type ErrorCode, errorCatalogue } from '@pone/contract/errors.ts'
import { z } from 'zod'
import type { PeerAnswer, PeerClient } from './peer-client.ts'
import { createPeerLane, type PeerLane } from './peer-lane.ts'
import {
  createPeerReports,
  type PeerReports,
  type Report,
  type ReportAnswer,
  reportTimeoutMs,
} from './peer-reports.ts'
import type { ReplicaNote } from './replica-notes.ts'
import type { Peer } from './replicas.ts'

const noteTimeoutMs = 10_000

export interface PeerNetwork {
  /** Sets the servers that are alive; messages queued for others are dropped. */
  setPeers(peers: readonly Peer[]): void
  /** Does nothing when the server is gone. */
  send(peerId: string, note: ReplicaNote): void
  sendToAll(note: ReplicaNote): void
  /** @throws AppError of the other server, or ControllerUnreachable */
  ask(peerId: string, name: string, input: unknown): Promise<unknown>
  /** @throws Error when the server cannot be reached */
  hand(peerId: string, report: Report): Promise<ReportAnswer>
  peerIds(): string[]
  close(): void
}

interface Way {
  readonly peer: Peer
  readonly lane: PeerLane<ReplicaNote>
  readonly reports: PeerReports
}

const refusalSchema = z.object({
  code: z.custom<ErrorCode>(value => typeof value === 'string' && value in errorCatalogue),
  params: errorParamsSchema,
})

export function createPeerNetwork(client: PeerClient, ownId: () => string): PeerNetwork {
  const ways = new Map<string, Way>()

  const openWay = (peer: Peer): Way => ({
    peer,
    lane: createPeerLane<ReplicaNote>({
      call: input => client.call(peer, 'notes', input, { timeoutMs: noteTimeoutMs }),
      from: ownId,
      lane: randomUUID(),
      isDroppable: note => note.kind === 'live',
    }),
    reports: createPeerReports(reports =>
      client.call(peer, 'reports', { reports }, { timeoutMs: reportTimeoutMs }),
    ),
  })

  return {
    setPeers: peers => {
      const wanted = new Map(peers.map(peer => [peer.id, peer]))
      for (const [id, way] of ways) {
        if (wanted.get(id)?.address === way.peer.address) continue
        way.lane.close()
        ways.delete(id)
      }
      for (const peer of peers) if (!ways.has(peer.id)) ways.set(peer.id, openWay(peer))
    },
    send: (peerId, note) => ways.get(peerId)?.lane.send(note),
    sendToAll: note => {
      for (const { lane } of ways.values()) lane.send(note)
    },
    ask: async (peerId, name, input) => {
      const way = ways.get(peerId)
      if (way === undefined) throw new AppError('ControllerUnreachable')
      const answer = await client.call(way.peer, name, input)
      if (answer.isDone) return answer.data
      throw refusalOf(answer)
    },
    hand: async (peerId, report) => {
      const way = ways.get(peerId)
      if (way === undefined) throw new Error('the server that drives the run is gone')
      return way.reports.hand(report)
    },
    peerIds: () => [...ways.keys()],
    close: () => {
      for (const { lane } of ways.values()) lane.close()
      ways.clear()
      client.close()
    },
  }
}

function refusalOf({ status, reason }: Extract<PeerAnswer, { isDone: false }>): AppError {
  if (status === 409) {
    try {
      const { code, params } = refusalSchema.parse(JSON.parse(reason))
      return new AppError(code, params)
    } catch {
      // Possibly an error of another version: reported below as an unreachable server.
    }
  }
  return new AppError('ControllerUnreachable', {}, { cause: new Error(reason) })
}
