/** This server among those on the database: dependencies of its modules, and calls from and to the other servers. A single server only queries the database every two seconds. */
import type { Clock } from '../adapters/clock.ts'
import type { Database } from '../adapters/database/database.ts'
import type { SecretBox } from '../adapters/secrets.ts'
import type { LiveStream } from '../http/live-stream.ts'
import type { LinkServer } from '../link/link-server.ts'
import { createOutboxes, type Outboxes } from '../link/outbox.ts'
import type { Relay } from '../link/relay.ts'
import type { ControllerDirectory } from '../modules/cluster/controllers.ts'
import type { Controller } from '../modules/controller/controller.ts'
import type { AnywhereDebugs } from '../modules/debug/debug.api.ts'
import type { DebugService } from '../modules/debug/debug.service.ts'
import type { RunControl } from '../modules/run/run.service.ts'
import type { RunOwnership } from '../modules/run/run-ownership.ts'
import { Delayed } from './delayed.ts'
import { createElsewhere, type Elsewhere } from './elsewhere.ts'
import { createPeerClient } from './peer-client.ts'
import { createPeerHandlers } from './peer-handlers.ts'
import { createPeerNetwork, type PeerNetwork } from './peer-network.ts'
import type { PeerHandler } from './peer-routes.ts'
import { type PreferenceSources, startOnPreferred } from './preferred-start.ts'
import { createReplicaRepository } from './replica.repository.ts'
import { createReplicas, type ReplicaEvents, type Replicas } from './replicas.ts'
import { createReplicatedControl } from './replicated-control.ts'
import { createReplicatedDebug } from './replicated-debug.ts'
import { createReplicatedLink, type ReplicatedLink } from './replicated-link.ts'
import { createReplicatedLive, type ReplicatedLive } from './replicated-live.ts'
import { markFolder } from './shared-folder.ts'

/** Changes within this time are sent together, ms. */
const presenceDelayMs = 50

/** Identity of this server among the others. */
export interface ReplicaIdentity {
  /** Unique among the servers on one database, and preferably stable across restarts. */
  readonly name: string
  /** Address under which the others reach it, given the port it listens on. */
  readonly addressOf: (port: number) => string
}

export interface ReplicasOptions {
  readonly database: Database
  readonly clock: Clock
  readonly secrets: SecretBox
  readonly identity: ReplicaIdentity
  readonly version: string
  readonly fileFolder: string
  /** Called when another process has taken this one's name: this process must stop. */
  readonly onReplaced: () => void
  /** PEM of CA certificates that the other servers may be signed with. */
  readonly authorities?: string | undefined
  readonly warn: (text: string, cause?: unknown) => void
}

/** Notes sent to other servers, and calls they may make. */
export interface ServedParts {
  readonly live: LiveStream
  readonly hub: ReplicatedLive
  readonly link: ReplicatedLink
  readonly controller: Controller
  readonly debugs: DebugService
  /** Completes reports that a failed server left unfinished. */
  readonly resumeReports: () => Promise<void>
}

export type ReplicaNode = ReturnType<typeof createReplicaNode>

export function createReplicaNode(options: ReplicasOptions) {
  const { clock, identity, secrets, warn } = options
  const key = secrets.derive('calls between servers')
  const replicas = createReplicas({
    repository: createReplicaRepository(options.database),
    name: identity.name,
    version: options.version,
    fileFolder: () => markFolder(options.fileFolder),
    warn,
  })
  const network = createPeerNetwork(createPeerClient(key, clock, options.authorities), () => replicas.id)
  const presence = new Delayed(presenceDelayMs)
  const presenceChanged = (): void => {
    if (network.peerIds().length > 0) presence.ask()
  }
  return {
    ownership: ownershipOf(replicas),
    directory: directoryOf(replicas),
    /** Called when a browser starts to watch a topic. */
    onWatched: presenceChanged,
    /** Requests the snapshot of the topic from the server that has it. */
    elsewhere: (isDebugHere: (projectId: string, debugId: string) => boolean): Elsewhere =>
      createElsewhere({ network, replicas, isDebugHere }),
    /** The live stream over all servers, built from that of this one. */
    hub: (stream: LiveStream, elsewhere: Elsewhere): ReplicatedLive =>
      createReplicatedLive({ stream, elsewhere, network, now: clock }),
    /** Agent connections of all servers as one link. */
    link: (openLocal: (relay: Relay, outboxes: Outboxes) => LinkServer): ReplicatedLink => {
      const outboxes = createOutboxes(clock)
      return createReplicatedLink({
        openLocal: relay => openLocal(relay, outboxes),
        outboxes,
        replicas,
        send: (peerId, note) => network.send(peerId, note),
        sendToAll: note => network.sendToAll(note),
        hand: (peerId, report) => network.hand(peerId, report),
        onLines: presenceChanged,
        now: clock,
        warn,
      })
    },
    /** Control of the runs of all servers; starts runs on the controllers that their clusters prefer. */
    control: (local: RunControl, sources: PreferenceSources): RunControl => {
      const startRun = startOnPreferred(local, { network, replicas, sources })
      return createReplicatedControl({ local: { ...local, startRun }, network, replicas })
    },
    debugs: (local: DebugService): AnywhereDebugs => createReplicatedDebug({ local, network }),
    endSessions: (sessionIds: readonly string[]) =>
      network.sendToAll({ kind: 'sessionsEnded', sessionIds: [...sessionIds] }),
    /** Participates from the next `join` on; returns handlers for the calls of other servers. */
    serve: (parts: ServedParts): { key: Buffer; handlers: Record<string, PeerHandler> } => {
      const sendPresence = () => {
        if (network.peerIds().length === 0) return
        network.sendToAll({ kind: 'presence', lines: parts.link.localLines(), ...parts.hub.presence() })
      }
      presence.on(sendPresence)
      replicas.on({
        ...eventsOf(parts, { network, warn }),
        beaten: sendPresence,
        replaced: options.onReplaced,
      })
      return { key, handlers: createPeerHandlers(parts) }
    },
    /** Enters the list of servers; returns the runs to restore. */
    join: () => replicas.join(),
    listening: (port: number) => replicas.announce({ address: identity.addressOf(port), port }),
    leave: async () => {
      await replicas.leave()
      network.close()
    },
  }
}

/** Reactions to servers that start, stop, and take over runs. */
function eventsOf(
  { hub, link, controller, resumeReports }: ServedParts,
  { network, warn }: { network: PeerNetwork; warn: ReplicasOptions['warn'] },
): Pick<ReplicaEvents, 'peers' | 'lost' | 'claimed'> {
  return {
    peers: peers => {
      const before = network.peerIds()
      network.setPeers(peers)
      for (const id of before) {
        if (peers.some(peer => peer.id === id)) continue
        link.takeLines(id, [])
        hub.forgetPeer(id)
        resumeReports().catch((cause: unknown) =>
          warn('reports of a server that is gone could not be taken up', cause),
        )
      }
    },
    lost: runId => {
      warn(`run ${runId} has been taken over by another server`)
      const projectId = controller.drop(runId)
      if (projectId === null) return
      hub
        .showAgain(projectId, runId)
        .catch((cause: unknown) => warn(`pages of run ${runId} could not be led to its new server`, cause))
    },
    claimed: async runIds => {
      for (const runId of runIds) {
        warn(`run ${runId} is taken over from a server that is gone`)
        await controller
          .takeUp(runId)
          .catch((cause: unknown) => warn(`run ${runId} could not be taken over`, cause))
      }
    },
  }
}

const ownershipOf = (replicas: Replicas): RunOwnership => ({
  get id() {
    return replicas.id
  },
  begin: runId => replicas.begin(runId),
  epochOf: runId => replicas.epochOf(runId),
  mayDrive: () => replicas.mayDrive(),
})

const directoryOf = (replicas: Replicas): ControllerDirectory => ({
  list: async () =>
    (await replicas.list()).map(row => ({
      id: row.id,
      name: row.name,
      address: row.address,
      port: row.port,
      socketPort: row.socketPort,
      isOnline: row.isAlive,
      startedAt: row.startedAt,
      seenAt: row.seenAt,
      activeRuns: row.activeRuns,
      hasOtherFiles: row.isAlive && row.hasOtherFiles,
    })),
})
