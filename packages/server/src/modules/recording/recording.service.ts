/** Recordings by proxies of this server and of agents: one under way per person, few at the same time, none of them seen by others; files are removed when they were fetched or an hour after the end, the authority of a project with its last recording. */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type ProxyRecording, recordingBounds } from '@pone/contract/entities/recording.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { ProxyOrder } from '@pone/recording-proxy/process/messages.ts'
import type { AgentProxies } from './agent-proxies.ts'
import { HeldRecording, type ProxyElsewhere } from './held-recording.ts'
import { ProjectAuthorities } from './project-authorities.ts'
import { type RecordingNote, readNotes, recordingPath } from './recording-notes.ts'

const sweepMs = 60_000

const usualLimits: ProxyOrder['limits'] = {
  maxDurationMs: recordingBounds.minutes * 60_000,
  maxIdleMs: recordingBounds.idleMinutes * 60_000,
  maxBytes: recordingBounds.bytes,
  maxExchanges: recordingBounds.requests,
  maxConnections: 256,
  handshakeMs: 10_000,
}

export interface RecordingSettings {
  /** That proxies listen on. */
  readonly host: string
  /** Tried in their order; 0: any free one. */
  readonly ports: readonly number[]
  /** Private addresses and subnets that recorded requests may be sent to. */
  readonly targets: readonly string[]
  /** Other than the usual ones. */
  readonly limits?: Partial<ProxyOrder['limits']>
}

interface Owner {
  readonly projectId: string
  readonly userId: string
}

interface Wish extends Owner {
  readonly hosts: readonly string[]
  /** null: any. */
  readonly addresses: readonly string[] | null
  readonly acceptsAnyCertificate: boolean
  /** The authority of the project stays when its last recording has gone. */
  readonly keepsAuthority: boolean
  /** The machine that the proxy runs on; null: the server. */
  readonly agentId: string | null
}

export interface RecordingMachine {
  readonly id: string
  readonly name: string
  /** Of its agent's connection or as an administrator has set it; '' if it is not known. */
  readonly address: string
}

export interface RecordingServiceDeps {
  readonly settings: RecordingSettings
  /** On a disk of this machine, used by this server alone. */
  readonly folder: string
  readonly now: () => number
  /** Port that the server listens on; null before it does. */
  readonly port: () => number | null
  readonly onFailure: (what: string, cause: unknown) => void
  readonly proxies: Pick<AgentProxies, 'begin' | 'removeAuthority'>
  /** Those that the project may use. */
  readonly machinesOf: (projectId: string) => Promise<readonly RecordingMachine[]>
}

export class RecordingService {
  readonly #deps: RecordingServiceDeps
  readonly #authorities: ProjectAuthorities
  /** One per person and project. */
  readonly #held = new Map<string, HeldRecording>()
  #sweep: NodeJS.Timeout | undefined

  constructor(deps: RecordingServiceDeps) {
    this.#deps = deps
    const { folder, now, machinesOf, proxies } = deps
    this.#authorities = new ProjectAuthorities({
      folder,
      now,
      machinesOf: async projectId => (await machinesOf(projectId)).map(({ id }) => id),
      removeOn: (agentIds, projectId) => proxies.removeAuthority(agentIds, projectId),
    })
  }

  /** Finds what an earlier process of the server has left. */
  async restore(): Promise<void> {
    const { folder, now, onFailure } = this.#deps
    for (const note of await readNotes(folder, now()))
      this.#held.set(keyOf(note), new HeldRecording(this.#deps, note))
    await this.#sweepAll()
    this.#sweep = setInterval(
      () => void this.#sweepAll().catch((cause: unknown) => onFailure('old recordings', cause)),
      sweepMs,
    ).unref()
  }

  /** @throws AppError NotFound, RecordingUnderWay, RecordingsKept, RecordingsFull, RecordingPortsTaken, RecordingNotStarted, RecordingMachineSilent, RecordingMachineOff, RecordingMachineBusy */
  async start(wish: Wish): Promise<ProxyRecording> {
    const { userId, projectId, hosts, keepsAuthority, agentId } = wish
    const machine = agentId === null ? null : await this.#machine(projectId, agentId)
    const key = keyOf(wish)
    this.#refuseMore(wish)
    const before = this.#held.get(key)
    const held = new HeldRecording(this.#deps, {
      id: randomUUID(),
      machine: machine?.name ?? null,
      projectId,
      userId,
      hosts: [...hosts],
      startedAt: this.#deps.now(),
      end: null,
      endedAt: null,
      requests: 0,
      transaction: null,
    })
    // Taken before anything is awaited, so that two starts at once make one recording.
    this.#held.set(key, held)
    try {
      await before?.remove()
      await this.#authorities.settled()
      await mkdir(join(this.#deps.folder, projectId), { recursive: true, mode: 0o700 })
      const order = this.#orderOf(wish, held.note.id)
      await held.begin(order, machine === null ? null : this.#onMachine(machine, held.note))
      if (keepsAuthority) await this.#authorities.keep(projectId)
    } catch (cause) {
      await this.#remove(held)
      throw cause
    }
    return this.#shown(held, 0)
  }

  /** @param from position of the first request that is wanted */
  async current({ projectId, userId }: Owner, from: number): Promise<ProxyRecording | null> {
    await this.#removeOld()
    const held = this.#held.get(keyOf({ projectId, userId }))
    return held === undefined || held.isStarting ? null : this.#shown(held, from)
  }

  /** @throws AppError NotFound, RecordingEnded, RecordingTransactionsFull */
  async mark(owner: Owner, id: string, title: string): Promise<void> {
    await this.#find(owner, id).mark(title)
  }

  /** @throws AppError NotFound */
  async stop(owner: Owner, id: string): Promise<ProxyRecording> {
    const held = this.#find(owner, id)
    await held.stop('stopped')
    return this.#shown(held, Number.MAX_SAFE_INTEGER)
  }

  /** Path of the complete file. @throws AppError NotFound, RecordingUnderWay */
  file(owner: Owner, id: string): string {
    const { isUnderWay, note } = this.#find(owner, id)
    if (isUnderWay) throw new AppError('RecordingUnderWay')
    if (note.end === 'machineLost') throw new AppError('NotFound', { what: 'recording' })
    return recordingPath(this.#deps.folder, note)
  }

  /** Stops it and removes its file. @throws AppError NotFound */
  async discard(owner: Owner, id: string): Promise<void> {
    await this.#remove(this.#find(owner, id))
  }

  /** On the server, and on all machines that the project may use. */
  async removeAuthority(projectId: string): Promise<void> {
    await this.#authorities.remove(projectId)
  }

  async deleteOfProject(projectId: string): Promise<void> {
    for (const held of this.#held.values()) if (held.note.projectId === projectId) await this.#remove(held)
    await this.#authorities.removeFolder(projectId)
  }

  /** Files stay for the next process of the server; agents cannot be reached any more. */
  async close(): Promise<void> {
    clearInterval(this.#sweep)
    await Promise.all([...this.#held.values()].map(held => held.abandon('serverEnded')))
  }

  /** One that the project may not use is like one that does not exist. @throws AppError NotFound */
  async #machine(projectId: string, agentId: string): Promise<RecordingMachine> {
    const found = (await this.#deps.machinesOf(projectId)).find(({ id }) => id === agentId)
    if (found === undefined) throw new AppError('NotFound', { what: 'loadMachine' })
    return found
  }

  #onMachine(
    { id, name, address }: RecordingMachine,
    { id: recordingId, projectId }: RecordingNote,
  ): ProxyElsewhere {
    const { folder, proxies } = this.#deps
    return {
      host: /^(127\.|::1$|$)/.test(address) ? null : address,
      start: ({ password, addresses, hosts, acceptsAnyCertificate, limits }, onReport) =>
        proxies.begin({
          agentId: id,
          machine: name,
          recordingId,
          projectId,
          wish: { password, addresses, hosts, acceptsAnyCertificate, limits },
          path: recordingPath(folder, { projectId, id: recordingId }),
          onReport,
        }),
    }
  }

  /** @throws AppError RecordingUnderWay, RecordingsKept, RecordingsFull */
  #refuseMore(wish: Owner): void {
    const all = [...this.#held.values()]
    const own = all.filter(({ note }) => note.userId === wish.userId)
    if (own.some(({ isUnderWay }) => isUnderWay)) throw new AppError('RecordingUnderWay')
    const { atOnce, heldPerPerson } = recordingBounds
    // One in the same project makes room for the next.
    const others = own.filter(({ note }) => note.projectId !== wish.projectId)
    if (others.length >= heldPerPerson) throw new AppError('RecordingsKept', { limit: heldPerPerson })
    if (all.filter(({ isUnderWay }) => isUnderWay).length >= atOnce)
      throw new AppError('RecordingsFull', { limit: atOnce })
  }

  async #shown(held: HeldRecording, from: number): Promise<ProxyRecording> {
    return held.shown(from, await this.#authorities.isKept(held.note.projectId))
  }

  #find(owner: Owner, id: string): HeldRecording {
    const held = this.#held.get(keyOf(owner))
    if (held?.note.id !== id) throw new AppError('NotFound', { what: 'recording' })
    return held
  }

  async #remove(held: HeldRecording): Promise<void> {
    const key = keyOf(held.note)
    if (this.#held.get(key) === held) this.#held.delete(key)
    await held.remove()
    const { projectId } = held.note
    await this.#authorities.removeUnused(projectId, () => this.#isUsed(projectId))
  }

  /** Whether the project has a recording. */
  #isUsed(projectId: string): boolean {
    return [...this.#held.values()].some(({ note }) => note.projectId === projectId)
  }

  async #removeOld(): Promise<void> {
    const now = this.#deps.now()
    for (const held of this.#held.values())
      if (held.removedAt !== null && held.removedAt <= now) await this.#remove(held)
  }

  /** With authorities that are kept no longer, or that a server left which did not end in order, or machines that were offline. */
  async #sweepAll(): Promise<void> {
    await this.#removeOld()
    await this.#authorities.removeLeft(projectId => this.#isUsed(projectId))
  }

  #orderOf({ projectId, hosts, addresses, acceptsAnyCertificate }: Wish, id: string): ProxyOrder {
    const { settings, folder, port } = this.#deps
    const ownPort = port()
    return {
      host: settings.host,
      ports: [...settings.ports],
      authorityPath: this.#authorities.pathOf(projectId),
      path: recordingPath(folder, { projectId, id }),
      password: randomBytes(12).toString('base64url'),
      addresses: addresses === null ? null : [...addresses],
      hosts: [...hosts],
      acceptsAnyCertificate,
      allowedTargets: [...settings.targets],
      closedPorts: ownPort === null ? [] : [ownPort],
      limits: { ...usualLimits, ...settings.limits },
    }
  }
}

const keyOf = ({ projectId, userId }: Owner): string => `${projectId} ${userId}`
