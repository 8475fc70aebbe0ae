/** The live stream over all servers: what one publishes reaches browsers on all, and a browser's first snapshot comes from the server that knows. */
import type { LiveMessage } from '@pone/contract/live.ts'
import { keyOf, type LiveStream, type Numbered } from '../http/live-stream.ts'
import type { LiveTopic } from '../http/live-topics.ts'
import type { Elsewhere } from './elsewhere.ts'
import type { PeerNetwork } from './peer-network.ts'
import type { ActiveRuns, ReplicaNote } from './replica-notes.ts'

export interface ReplicatedLive {
  publish(topic: LiveTopic, projectId: string, id: string, message: LiveMessage): void
  /** With the runs that other servers drive. */
  merged(message: LiveMessage): LiveMessage
  /** This server's part of what it tells the others. */
  presence(): { projects: { projectId: string; active: ActiveRuns }[]; watched: string[] }
  takeNote(peerId: string, note: Extract<ReplicaNote, { kind: 'presence' | 'projectRuns' | 'live' }>): void
  /** A browser of that server watches from now on. */
  takeSnapshotRequest(peerId: string, topic: LiveTopic, projectId: string, id: string): Promise<Numbered>
  forgetPeer(peerId: string): void
  /** Browsers of this server get a run that another one drives now as that one has it. */
  showAgain(projectId: string, runId: string): Promise<void>
}

/** What a server has just begun to watch may be missing in the list that it made a moment before, ms. */
const overtakenMs = 6_000

export function createReplicatedLive(options: {
  stream: Pick<LiveStream, 'publish' | 'pass' | 'snapshot' | 'watched'>
  elsewhere: Elsewhere
  network: Pick<PeerNetwork, 'send' | 'sendToAll'>
  now: () => number
}): ReplicatedLive {
  const { stream, elsewhere, network } = options
  const watchedBy = new Map<string, Set<string>>()
  /** By server: until when a topic that it asked for counts as watched by it, whatever its list says. */
  const asked = new Map<string, Map<string, number>>()
  const own = new Map<string, ActiveRuns>()
  const others = new Map<string, Map<string, ActiveRuns>>()

  const activeOf = (projectId: string): ActiveRuns =>
    [own, ...others.values()]
      .flatMap(projects => projects.get(projectId) ?? [])
      .toSorted((a, b) => a.number - b.number)
  const showProject = (projectId: string) =>
    stream.publish('projectRuns', projectId, projectId, {
      kind: 'projectRuns',
      projectId,
      active: activeOf(projectId),
    })
  const setOthers = (peerId: string, projects: Map<string, ActiveRuns>) => {
    const before = others.get(peerId) ?? new Map<string, ActiveRuns>()
    others.set(peerId, projects)
    for (const projectId of new Set([...before.keys(), ...projects.keys()])) {
      if (JSON.stringify(before.get(projectId)) !== JSON.stringify(projects.get(projectId))) {
        showProject(projectId)
      }
    }
  }

  return {
    showAgain: async (projectId, runId) => {
      const numbered = await elsewhere('run', projectId, runId)
      if (numbered !== null && numbered.message !== null) stream.pass('run', projectId, runId, numbered)
    },
    publish: (topic, projectId, id, message) => {
      if (message.kind === 'projectRuns') {
        if (message.active.length === 0) own.delete(projectId)
        else own.set(projectId, message.active)
        network.sendToAll({ kind: 'projectRuns', projectId, active: message.active })
        return void showProject(projectId)
      }
      const number = stream.publish(topic, projectId, id, message)
      const key = keyOf({ topic, projectId, id })
      for (const [peerId, keys] of watchedBy) {
        if (keys.has(key)) network.send(peerId, { kind: 'live', topic, projectId, id, number, message })
      }
    },
    merged: message =>
      message.kind === 'projectRuns' ? { ...message, active: activeOf(message.projectId) } : message,
    presence: () => ({
      projects: [...own].map(([projectId, active]) => ({ projectId, active })),
      watched: [...stream.watched()],
    }),
    takeNote: (peerId, note) => {
      if (note.kind === 'live') {
        const { topic, projectId, id, message, number } = note
        stream.pass(topic, projectId, id, { message, number })
      } else if (note.kind === 'projectRuns') {
        setOthers(peerId, new Map([...(others.get(peerId) ?? []), [note.projectId, note.active]]))
      } else {
        const lately = [...(asked.get(peerId) ?? [])].filter(([, until]) => until > options.now())
        asked.set(peerId, new Map(lately))
        watchedBy.set(peerId, new Set([...note.watched, ...lately.map(([key]) => key)]))
        setOthers(peerId, new Map(note.projects.map(({ projectId, active }) => [projectId, active])))
      }
    },
    takeSnapshotRequest: (peerId, topic, projectId, id) => {
      const keys = watchedBy.get(peerId) ?? new Set<string>()
      const key = keyOf({ topic, projectId, id })
      watchedBy.set(peerId, keys.add(key))
      const until = options.now() + overtakenMs
      asked.set(peerId, (asked.get(peerId) ?? new Map<string, number>()).set(key, until))
      return stream.snapshot(topic, projectId, id)
    },
    forgetPeer: peerId => {
      watchedBy.delete(peerId)
      asked.delete(peerId)
      setOthers(peerId, new Map())
      others.delete(peerId)
    },
  }
}
