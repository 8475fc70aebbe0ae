/** Recordings by proxies of this server: one per person, few at the same time, none of them seen by others; files are removed when they were fetched or an hour after the end. */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type ProxyRecording, recordingBounds } from '@pone/contract/entities/recording.ts'
import { AppError } from '@pone/contract/errors.ts'
import { removeAuthority } from '@pone/recording-proxy/certificates/authority.ts'
import { HeldRecording } from './held-recording.ts'
import type { ProxyOrder } from './proxy-messages.ts'
import { readNotes, recordingPath } from './recording-notes.ts'

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
}

export interface RecordingServiceDeps {
  readonly settings: RecordingSettings
  /** On a disk of this machine, used by this server alone. */
  readonly folder: string
  readonly now: () => number
  /** Port that the server listens on; null before it does. */
  readonly port: () => number | null
  readonly onFailure: (what: string, cause: unknown) => void
}

export class RecordingService {
  readonly #deps: RecordingServiceDeps
  /** By person. */
  readonly #held = new Map<string, HeldRecording>()
  #sweep: NodeJS.Timeout | undefined

  constructor(deps: RecordingServiceDeps) {
    this.#deps = deps
  }

  /** Finds what an earlier process of the server has left. */
  async restore(): Promise<void> {
    const { folder, now, onFailure } = this.#deps
    for (const note of await readNotes(folder, now()))
      this.#held.set(note.userId, new HeldRecording(this.#deps, note))
    await this.#removeOld()
    this.#sweep = setInterval(
      () => void this.#removeOld().catch((cause: unknown) => onFailure('old recordings', cause)),
      sweepMs,
    ).unref()
  }

  /** @throws AppError RecordingUnderWay, RecordingsFull, RecordingPortsTaken, RecordingNotStarted */
  async start(wish: Wish): Promise<ProxyRecording> {
    const { userId, projectId, hosts } = wish
    const before = this.#held.get(userId)
    if (before?.isUnderWay === true) throw new AppError('RecordingUnderWay')
    const { atOnce } = recordingBounds
    const underWay = [...this.#held.values()].filter(({ isUnderWay }) => isUnderWay)
    if (underWay.length >= atOnce) throw new AppError('RecordingsFull', { limit: atOnce })
    const held = new HeldRecording(this.#deps, {
      id: randomUUID(),
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
    this.#held.set(userId, held)
    try {
      await before?.remove()
      await mkdir(join(this.#deps.folder, projectId), { recursive: true, mode: 0o700 })
      await held.begin(this.#orderOf(wish, held.note.id))
    } catch (cause) {
      this.#held.delete(userId)
      await held.remove()
      throw cause
    }
    return held.shown(0)
  }

  /** @param from position of the first request that is wanted */
  async current({ projectId, userId }: Owner, from: number): Promise<ProxyRecording | null> {
    await this.#removeOld()
    const held = this.#held.get(userId)
    return held?.note.projectId === projectId && !held.isStarting ? held.shown(from) : null
  }

  /** @throws AppError NotFound, RecordingEnded, RecordingTransactionsFull */
  async mark(owner: Owner, id: string, title: string): Promise<void> {
    await this.#find(owner, id).mark(title)
  }

  /** @throws AppError NotFound */
  async stop(owner: Owner, id: string): Promise<ProxyRecording> {
    const held = this.#find(owner, id)
    await held.stop('stopped')
    return held.shown(Number.MAX_SAFE_INTEGER)
  }

  /** Path of the complete file. @throws AppError NotFound, RecordingUnderWay */
  file(owner: Owner, id: string): string {
    const { isUnderWay, note } = this.#find(owner, id)
    if (isUnderWay) throw new AppError('RecordingUnderWay')
    return recordingPath(this.#deps.folder, note)
  }

  /** Stops it and removes its file. @throws AppError NotFound */
  async discard(owner: Owner, id: string): Promise<void> {
    await this.#remove(this.#find(owner, id))
  }

  removeAuthority(projectId: string): Promise<void> {
    return removeAuthority(this.#authorityOf(projectId))
  }

  async deleteOfProject(projectId: string): Promise<void> {
    for (const held of this.#held.values()) if (held.note.projectId === projectId) await this.#remove(held)
    await rm(join(this.#deps.folder, projectId), { recursive: true, force: true })
  }

  /** Files stay for the next process of the server. */
  async close(): Promise<void> {
    clearInterval(this.#sweep)
    await Promise.all([...this.#held.values()].map(held => held.stop('serverEnded')))
  }

  #find({ projectId, userId }: Owner, id: string): HeldRecording {
    const held = this.#held.get(userId)
    if (held?.note.projectId !== projectId || held.note.id !== id)
      throw new AppError('NotFound', { what: 'recording' })
    return held
  }

  async #remove(held: HeldRecording): Promise<void> {
    const { userId } = held.note
    if (this.#held.get(userId) === held) this.#held.delete(userId)
    await held.remove()
  }

  async #removeOld(): Promise<void> {
    const now = this.#deps.now()
    for (const held of this.#held.values())
      if (held.removedAt !== null && held.removedAt <= now) await this.#remove(held)
  }

  #authorityOf(projectId: string): string {
    return join(this.#deps.folder, projectId, 'authority.pem')
  }

  #orderOf({ projectId, hosts, addresses, acceptsAnyCertificate }: Wish, id: string): ProxyOrder {
    const { settings, folder, port } = this.#deps
    const ownPort = port()
    return {
      host: settings.host,
      ports: [...settings.ports],
      authorityPath: this.#authorityOf(projectId),
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
