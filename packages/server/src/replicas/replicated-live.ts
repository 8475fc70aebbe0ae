/** The live stream over all servers: messages of one server reach browsers on all, and a browser's first snapshot comes from the server that has it. */
import type { LiveMessage } from '@pone/contract/live.ts'
import { keyOf, type Numbered } from '../http/live-requests.ts'
import type { LiveStream } from '../http/live-stream.ts'
import { isToldByAll, type LiveTopic } from '../http/live-topics.ts'
import type { Elsewhere } from './elsewhere.ts'
import type { PeerNetwork } from './peer-network.ts'
import type { ActiveRuns, ReplicaNote } from './replica-notes.ts'

export interface ReplicatedLive {
  publish(topic: LiveTopic, projectId: string, id: string, message: LiveMessage): void
  /** Whether a browser of any server watches the topic. */
  isWatched(topic: LiveTopic, projectId: string, id: string): boolean
  /** Includes the runs that other servers drive. */
  merged(message: LiveMessage): LiveMessage
  /** The topics watched on this server, for the others. */
  presence(): { projects: { projectId: string; active: ActiveRuns }[]; watched: string[] }
  takeNote(peerId: string, note: LiveNote): void
  /** A browser of that server starts to watch. */
  takeSnapshotRequest(peerId: string, topic: LiveTopic, projectId: string, id: string): Promise<Numbered>
  forgetPeer(peerId: string): void
  /** Sends browsers of this server the present state of a run that another server now drives. */
  showAgain(projectId: string, runId: string): Promise<void>
}

type LiveNote = Extract<ReplicaNote, { kind: 'presence' | 'projectRuns' | 'live' }>

/** A topic that a server has just started to watch may be missing in its previous list for this time, ms. */
const overtakenMs = 6_000

interface ReplicatedLiveOptions {
  readonly stream: Pick<LiveStream, 'publish' | 'pass' | 'snapshot' | 'watched' | 'watches'>
  readonly elsewhere: Elsewhere
  readonly network: Pick<PeerNetwork, 'send' | 'sendToAll'>
  readonly now: () => number
}

export const createReplicatedLive = (options: ReplicatedLiveOptions): ReplicatedLive =>
  new LiveOfAllServers(options)

class LiveOfAllServers implements ReplicatedLive {
  readonly #options: ReplicatedLiveOptions
  readonly #watchers: Watchers
  readonly #own = new Map<string, ActiveRuns>()
  readonly #others = new Map<string, Map<string, ActiveRuns>>()

  constructor(options: ReplicatedLiveOptions) {
    this.#options = options
    this.#watchers = new Watchers(options.now)
  }

  publish(topic: LiveTopic, projectId: string, id: string, message: LiveMessage): void {
    const { stream, network } = this.#options
    if (message.kind === 'projectRuns') return this.#publishOwn(projectId, message.active)
    const number = stream.publish(topic, projectId, id, message)
    for (const peerId of this.#watchers.of(keyOf({ topic, projectId, id })))
      network.send(peerId, { kind: 'live', topic, projectId, id, number, message })
  }

  isWatched(topic: LiveTopic, projectId: string, id: string): boolean {
    const key = keyOf({ topic, projectId, id })
    return this.#options.stream.watches(key) || this.#watchers.of(key).length > 0
  }

  merged(message: LiveMessage): LiveMessage {
    if (message.kind !== 'projectRuns') return message
    return { ...message, active: this.#activeOf(message.projectId) }
  }

  presence(): { projects: { projectId: string; active: ActiveRuns }[]; watched: string[] } {
    return {
      projects: [...this.#own].map(([projectId, active]) => ({ projectId, active })),
      watched: [...this.#options.stream.watched()],
    }
  }

  takeNote(peerId: string, note: LiveNote): void {
    switch (note.kind) {
      case 'live': {
        const { topic, projectId, id, message, number } = note
        // Where any server tells, the numbers of one say nothing of another's.
        if (isToldByAll(topic)) return void this.#options.stream.publish(topic, projectId, id, message)
        return this.#options.stream.pass(topic, projectId, id, { message, number })
      }
      case 'projectRuns':
        return this.#setOthers(
          peerId,
          new Map([...(this.#others.get(peerId) ?? []), [note.projectId, note.active]]),
        )
      case 'presence':
        this.#watchers.replace(peerId, note.watched)
        return this.#setOthers(
          peerId,
          new Map(note.projects.map(({ projectId, active }) => [projectId, active])),
        )
    }
  }

  takeSnapshotRequest(peerId: string, topic: LiveTopic, projectId: string, id: string): Promise<Numbered> {
    this.#watchers.add(peerId, keyOf({ topic, projectId, id }))
    return this.#options.stream.snapshot(topic, projectId, id)
  }

  forgetPeer(peerId: string): void {
    this.#watchers.forget(peerId)
    this.#setOthers(peerId, new Map())
    this.#others.delete(peerId)
  }

  async showAgain(projectId: string, runId: string): Promise<void> {
    const numbered = await this.#options.elsewhere('run', projectId, runId)
    if (numbered === null || numbered.message === null) return
    this.#options.stream.pass('run', projectId, runId, numbered)
  }

  #publishOwn(projectId: string, active: ActiveRuns): void {
    if (active.length === 0) this.#own.delete(projectId)
    else this.#own.set(projectId, active)
    this.#options.network.sendToAll({ kind: 'projectRuns', projectId, active })
    this.#showProject(projectId)
  }

  #activeOf(projectId: string): ActiveRuns {
    return [this.#own, ...this.#others.values()]
      .flatMap(projects => projects.get(projectId) ?? [])
      .toSorted((a, b) => a.number - b.number)
  }

  #showProject(projectId: string): void {
    const active = this.#activeOf(projectId)
    this.#options.stream.publish('projectRuns', projectId, projectId, {
      kind: 'projectRuns',
      projectId,
      active,
    })
  }

  #setOthers(peerId: string, projects: Map<string, ActiveRuns>): void {
    const before = this.#others.get(peerId) ?? new Map<string, ActiveRuns>()
    this.#others.set(peerId, projects)
    for (const projectId of new Set([...before.keys(), ...projects.keys()])) {
      if (JSON.stringify(before.get(projectId)) !== JSON.stringify(projects.get(projectId))) {
        this.#showProject(projectId)
      }
    }
  }
}

/** Which servers have browsers that watch a topic. */
class Watchers {
  readonly #now: () => number
  readonly #watched = new Map<string, Set<string>>()
  /** By server: until when a requested topic counts as watched by it, whatever its list contains. */
  readonly #asked = new Map<string, Map<string, number>>()

  constructor(now: () => number) {
    this.#now = now
  }

  of(key: string): string[] {
    return [...this.#watched].flatMap(([peerId, keys]) => (keys.has(key) ? [peerId] : []))
  }

  add(peerId: string, key: string): void {
    this.#watched.set(peerId, (this.#watched.get(peerId) ?? new Set<string>()).add(key))
    const asked = this.#asked.get(peerId) ?? new Map<string, number>()
    this.#asked.set(peerId, asked.set(key, this.#now() + overtakenMs))
  }

  replace(peerId: string, watched: readonly string[]): void {
    const recent = [...(this.#asked.get(peerId) ?? [])].filter(([, until]) => until > this.#now())
    this.#asked.set(peerId, new Map(recent))
    this.#watched.set(peerId, new Set([...watched, ...recent.map(([key]) => key)]))
  }

  forget(peerId: string): void {
    this.#watched.delete(peerId)
    this.#asked.delete(peerId)
  }
}
