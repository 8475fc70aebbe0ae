/** Joins what makes several servers on one database act as one; a server that is alone pays for a look at the database every two seconds and nothing else. */
import type { Clock } from '../adapters/clock.ts'
import type { Database } from '../adapters/database/database.ts'
import type { SecretBox } from '../adapters/secrets.ts'
import type { LiveStream } from '../http/live-stream.ts'
import type { LinkServer } from '../link/link-server.ts'
import { createOutboxes, type Outboxes } from '../link/outbox.ts'
import type { Relay } from '../link/relay.ts'
import type { ControllerDirectory } from '../modules/cluster/controllers.ts'
import type { Controller } from '../modules/controller/controller.ts'
import type { DebugService } from '../modules/debug/debug.service.ts'
import type { RunControl } from '../modules/run/run.service.ts'
import type { RunOwnership } from '../modules/run/run-ownership.ts'
import { createPeerClient } from './peer-client.ts'
import { createPeerHandlers } from './peer-handlers.ts'
import { createPeerNetwork } from './peer-network.ts'
import type { PeerHandler } from './peer-routes.ts'
import { type PreferenceSources, startOnPreferred } from './preferred-start.ts'
import { createReplicaRepository } from './replica.repository.ts'
import { createReplicas } from './replicas.ts'
import { createReplicatedControl } from './replicated-control.ts'
import { type AnywhereDebug, createReplicatedDebug } from './replicated-debug.ts'
import { createReplicatedLink, type ReplicatedLink } from './replicated-link.ts'
import { createReplicatedLive } from './replicated-live.ts'
import { markFolder } from './shared-folder.ts'

/** Changes within this time are told together, ms. */
const presenceDelayMs = 50

/** Who this server is among others. */
export interface ReplicaIdentity {
  /** Unique among the servers on one database, and best the same after a restart. */
  readonly name: string
  /** Address under which the others reach it; answers by the port it listens on. */
  readonly addressOf: (port: number) => string
}

export interface ReplicasOptions {
  readonly database: Database
  readonly clock: Clock
  readonly secrets: SecretBox
  readonly identity: ReplicaIdentity
  readonly version: string
  readonly fileFolder: string
  /** Another process has taken this one's name: it has to go. */
  readonly onReplaced: () => void
  /** PEM of certificates that the other servers may be signed with. */
  readonly authorities?: string | undefined
  readonly warn: (text: string, cause?: unknown) => void
}

/** What is made after the replicas and needed by them once calls come in. */
interface Parts {
  readonly live: LiveStream
  readonly controller: Controller
  readonly debugs: DebugService
  /** Makes the reports that a server that is gone left half made. */
  readonly resumeReports: () => Promise<void>
}

export function composeReplicas(options: ReplicasOptions) {
  const { clock, identity, warn } = options
  const key = options.secrets.derive('calls between servers')
  const replicas = createReplicas({
    repository: createReplicaRepository(options.database),
    name: identity.name,
    version: options.version,
    fileFolder: () => markFolder(options.fileFolder),
    warn,
  })
  const network = createPeerNetwork(createPeerClient(key, clock, options.authorities), () => replicas.id)
  const outboxes = createOutboxes(clock)
  let parts: Parts | null = null
  let link: ReplicatedLink | null = null
  let isPresenceDue = false
  const present = (): Parts => {
    if (parts === null) throw new Error('the server is not wired yet')
    return parts
  }

  const live = createReplicatedLive({
    stream: () => present().live,
    network,
    replicas,
    isDebugHere: (projectId, debugId) => present().debugs.has(projectId, debugId),
    now: clock,
  })
  const sendPresence = () =>
    network.sendToAll({ kind: 'presence', lines: link?.localLines() ?? [], ...live.presence() })
  const presenceChanged = () => {
    if (isPresenceDue || network.peerIds().length === 0) return
    isPresenceDue = true
    setTimeout(() => {
      isPresenceDue = false
      sendPresence()
    }, presenceDelayMs).unref()
  }

  replicas.on({
    peers: peers => {
      const before = network.peerIds()
      network.setPeers(peers)
      for (const id of before) {
        if (peers.some(peer => peer.id === id)) continue
        link?.takeLines(id, [])
        live.forgetPeer(id)
        present()
          .resumeReports()
          .catch((cause: unknown) => warn('reports of a server that is gone could not be taken up', cause))
      }
    },
    beaten: () => {
      if (network.peerIds().length > 0) sendPresence()
    },
    lost: runId => {
      warn(`run ${runId} has been taken over by another server`)
      const projectId = present().controller.drop(runId)
      if (projectId === null) return
      live
        .showAgain(projectId, runId)
        .catch((cause: unknown) => warn(`pages of run ${runId} could not be led to its new server`, cause))
    },
    claimed: async runIds => {
      for (const runId of runIds) {
        warn(`run ${runId} is taken over from a server that is gone`)
        await present()
          .controller.takeUp(runId)
          .catch((cause: unknown) => warn(`run ${runId} could not be taken over`, cause))
      }
    },
    replaced: options.onReplaced,
  })

  const ownership: RunOwnership = {
    get id() {
      return replicas.id
    },
    begin: runId => replicas.begin(runId),
    epochOf: runId => replicas.epochOf(runId),
    mayDrive: () => replicas.mayDrive(),
  }
  const directory: ControllerDirectory = {
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
  }

  return {
    ownership,
    directory,
    live,
    /** To be told when something is watched. */
    onWatched: presenceChanged,
    /** Agents' lines here and on the other servers as one link. */
    openLink: (openLocal: (relay: Relay, outboxes: Outboxes) => LinkServer): ReplicatedLink => {
      link = createReplicatedLink({
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
      return link
    },
    control: (local: RunControl): RunControl => createReplicatedControl({ local, network, replicas }),
    /** Starts runs where their clusters want them, given how this server starts them. */
    startOnPreferred: (local: Pick<RunControl, 'startRun'>, sources: PreferenceSources) =>
      startOnPreferred(local, { network, replicas, sources }),
    debugs: (local: DebugService): AnywhereDebug => createReplicatedDebug({ local, network }),
    endSessions: (sessionIds: readonly string[]) =>
      network.sendToAll({ kind: 'sessionsEnded', sessionIds: [...sessionIds] }),
    /** What other servers may ask, once everything is made. */
    serve: (made: Parts): { key: Buffer; handlers: Record<string, PeerHandler> } => {
      parts = made
      return { key, handlers: createPeerHandlers({ ...made, link: () => link, hub: live }) }
    },
    /** Enters the list of servers; answers the runs to be taken up. */
    join: () => replicas.join(),
    listening: (port: number) => replicas.announce({ address: identity.addressOf(port), port }),
    leave: async () => {
      await replicas.leave()
      network.close()
    },
  }
}
