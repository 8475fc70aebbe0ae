/** This server among the others on the same database: writes a heartbeat every two seconds, reads which other servers are alive and which drives each run, and takes over the runs of dead ones. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { isDatabaseUnavailable } from '../adapters/database/database-error.ts'
import type { Ownership, ReplicaRepository, ReplicaRow } from './replica.repository.ts'

const beatEveryMs = 2_000
const pulseEveryMs = 500
/** After a pause of this length, the process may have lost its runs, so it checks before it drives them further. Well below the time after which other servers consider it dead. */
const pauseMs = 3_000

/** Another server that is alive and can be called. */
export interface Peer {
  readonly id: string
  readonly name: string
  readonly address: string
}

export interface ReplicaEvents {
  /** The set of other live servers has changed. */
  peers(peers: readonly Peer[]): void
  /** Another server has taken over this run. */
  lost(runId: string): void
  /** This server has taken over these runs; called before anything of them is processed here. */
  claimed(runIds: readonly string[]): Promise<void>
  /** The list of servers has been read. */
  beaten(): void
  /** Another process has started under this server's name: this one must stop. */
  replaced(): void
}

export interface Replicas {
  readonly id: string
  /** Enters the list and returns the ids of the runs that this server must restore. */
  join(): Promise<string[]>
  /** Sets the address under which the others reach this server, once it listens. */
  announce(place: { address: string; port: number }): Promise<void>
  peers(): readonly Peer[]
  /** Id of the server that drives the run; null when none does. */
  ownerOf(runId: string): Promise<string | null>
  /** The owner from memory, without a query; up to two seconds old. */
  knownOwner(runId: string): string | null
  /** Adds a run that this server has started. */
  begin(runId: string): void
  /** The epoch in which this server drives, or drove, the run; undefined for other runs. */
  epochOf(runId: string): number | undefined
  /** False after a pause of the whole process, until it is known which runs are still its own. */
  mayDrive(): boolean
  /** Resolves when `mayDrive`, and runs that are being taken over are restored. */
  ready(): Promise<void>
  /** True when `ready` would resolve at once. */
  isReady(): boolean
  on(events: Partial<ReplicaEvents>): void
  /** All servers in the list, dead ones included. */
  list(): Promise<(ReplicaRow & { activeRuns: number; hasOtherFiles: boolean })[]>
  /** Reads the list at once. */
  beat(): Promise<void>
  leave(): Promise<void>
}

interface ReplicasOptions {
  readonly repository: ReplicaRepository
  readonly name: string
  readonly version: string
  /** Id of the folder of uploads. */
  readonly fileFolder: () => Promise<string>
  readonly warn: (text: string, cause?: unknown) => void
}

export const createReplicas = (options: ReplicasOptions): Replicas => new ReplicaSet(options)

class ReplicaSet implements Replicas {
  readonly #options: ReplicasOptions
  readonly #incarnation = randomUUID()
  readonly #listeners: Partial<ReplicaEvents>[] = []
  readonly #own = new OwnRuns()
  readonly #foreignFolders = new ForeignFolders()
  #id: string = randomUUID()
  #isJoined = false
  #mustLook = false
  /** When the process was last seen running, monotonic, ms. */
  #pulseAt = performance.now()
  #owners = new Map<string, Ownership>()
  #peers: readonly Peer[] = []
  #folder: string | null = null
  #beatTimer: NodeJS.Timeout | undefined
  #pulseTimer: NodeJS.Timeout | undefined
  #isLeaving = false
  #beating: Promise<void> | null = null
  #takingUp: Promise<unknown> | null = null

  constructor(options: ReplicasOptions) {
    this.#options = options
  }

  get id(): string {
    return this.#id
  }

  async join(): Promise<string[]> {
    const { repository, name, version, fileFolder } = this.#options
    this.#folder = await fileFolder()
    const entry = { name, version, incarnation: this.#incarnation, fileFolder: this.#folder }
    this.#id = await repository.join({ id: this.#id, ...entry })
    const claimed = this.#adopt(await repository.claim(this.#id, this.#id))
    this.#isJoined = true
    await this.#look()
    this.#pulseTimer = setInterval(() => {
      if (this.mayDrive()) this.#pulseAt = performance.now()
      else void this.beat()
    }, pulseEveryMs)
    return claimed
  }

  async announce({ address, port }: { address: string; port: number }): Promise<void> {
    await this.#options.repository.announce(this.#id, { address, port, socketPort: port })
    this.#beatRepeatedly()
  }

  peers(): readonly Peer[] {
    return this.#peers
  }

  async ownerOf(runId: string): Promise<string | null> {
    if (this.#own.has(runId)) return this.#id
    return this.#isJoined ? ((await this.#options.repository.ownerOf(runId))?.controllerId ?? null) : null
  }

  knownOwner(runId: string): string | null {
    return this.#own.has(runId) ? this.#id : (this.#owners.get(runId)?.controllerId ?? null)
  }

  begin(runId: string): void {
    this.#own.add(runId, 1)
  }

  epochOf(runId: string): number | undefined {
    return this.#own.epochOf(runId)
  }

  mayDrive(): boolean {
    if (!this.#isJoined) return true
    if (performance.now() - this.#pulseAt > pauseMs) this.#mustLook = true
    return !this.#mustLook
  }

  async ready(): Promise<void> {
    while (!this.mayDrive() && !this.#isLeaving) {
      await this.beat()
      if (!this.mayDrive()) await pause(pulseEveryMs)
    }
    await this.#takingUp
  }

  isReady(): boolean {
    return this.mayDrive() && this.#takingUp === null
  }

  on(events: Partial<ReplicaEvents>): void {
    this.#listeners.push(events)
  }

  async list(): Promise<(ReplicaRow & { activeRuns: number; hasOtherFiles: boolean })[]> {
    const { repository } = this.#options
    const [rows, counts] = await Promise.all([repository.all(), repository.runCounts()])
    return rows.map(row => ({
      ...row,
      activeRuns: counts.get(row.id) ?? 0,
      hasOtherFiles: hasOtherFolder(row, this.#folder),
    }))
  }

  beat(): Promise<void> {
    this.#beating ??= this.#look()
      .catch((cause: unknown) => {
        // While the database is unavailable, no server can take over runs.
        if (!isDatabaseUnavailable(cause))
          this.#options.warn('the other servers could not be looked for', cause)
      })
      .finally(() => {
        this.#beating = null
      })
    return this.#beating
  }

  async leave(): Promise<void> {
    this.#isLeaving = true
    clearTimeout(this.#beatTimer)
    clearInterval(this.#pulseTimer)
    await this.#beating
    if (!this.#isJoined) return
    // If this fails, the others notice the missing heartbeat.
    await this.#options.repository.leave(this.#id, this.#incarnation).catch(() => undefined)
  }

  #beatRepeatedly(): void {
    void this.beat().then(() => {
      if (!this.#isLeaving) this.#beatTimer = setTimeout(() => this.#beatRepeatedly(), beatEveryMs)
    })
  }

  /** Writes the heartbeat, reads the live servers and the owners of runs, and claims runs of dead servers. */
  async #look(): Promise<void> {
    const { repository, warn } = this.#options
    const before = this.#own.all()
    if (!(await repository.beat(this.#id, this.#incarnation))) {
      for (const handlers of this.#listeners) handlers.replaced?.()
      return
    }
    const rows = await repository.all()
    this.#owners = await repository.activeRuns()
    this.#dropLost(before)
    this.#mustLook = false
    this.#pulseAt = performance.now()
    this.#notePeers(rows)
    this.#foreignFolders.note(rows, this.#folder, warn)
    for (const handlers of this.#listeners) handlers.beaten?.()
    if (this.#isAnyOrphan(rows) && !this.#isLeaving) await this.#claim()
  }

  /** `before`: the runs of this server before the query. */
  #dropLost(before: readonly [runId: string, epoch: number][]): void {
    for (const [runId, epoch] of before) {
      if (!this.#own.has(runId, epoch)) continue
      const owner = this.#owners.get(runId)
      if (owner === undefined) this.#own.ended(runId)
      else if (owner.controllerId !== this.#id || owner.epoch !== epoch) {
        this.#own.lost(runId)
        for (const handlers of this.#listeners) handlers.lost?.(runId)
      }
    }
  }

  #isAnyOrphan(rows: readonly ReplicaRow[]): boolean {
    const alive = new Set(rows.filter(row => row.isAlive).map(row => row.id))
    return [...this.#owners.values()].some(
      ({ controllerId }) => controllerId === null || !alive.has(controllerId),
    )
  }

  async #claim(): Promise<void> {
    const claimed = this.#adopt(await this.#options.repository.claim(this.#id, null))
    if (claimed.length === 0) return
    this.#takingUp = Promise.all(this.#listeners.map(async handlers => handlers.claimed?.(claimed))).finally(
      () => {
        this.#takingUp = null
      },
    )
    await this.#takingUp
  }

  #adopt(claimed: readonly { id: string; epoch: number }[]): string[] {
    for (const run of claimed) {
      this.#own.add(run.id, run.epoch)
      this.#owners.set(run.id, { controllerId: this.#id, epoch: run.epoch })
    }
    return claimed.map(run => run.id)
  }

  #notePeers(rows: readonly ReplicaRow[]): void {
    const before = this.#peers
    const peers = rows
      .filter(row => row.isAlive && row.id !== this.#id && row.address !== '')
      .map(({ id, name, address }) => ({ id, name, address }))
    const isSame =
      peers.length === before.length &&
      peers.every((peer, at) => peer.id === before[at]?.id && peer.address === before[at]?.address)
    if (isSame) return
    this.#peers = peers
    for (const handlers of this.#listeners) handlers.peers?.(peers)
  }
}

/** Runs that this server drives, and those it drove before, with the epoch of each. */
class OwnRuns {
  readonly #runs = new Map<string, number>()
  /** Epochs in which this server drove runs that another one drives now; later writes with them are void. */
  readonly #former = new Map<string, number>()

  all(): [runId: string, epoch: number][] {
    return [...this.#runs]
  }

  has(runId: string, epoch = this.#runs.get(runId)): boolean {
    return epoch !== undefined && this.#runs.get(runId) === epoch
  }

  epochOf(runId: string): number | undefined {
    return this.#runs.get(runId) ?? this.#former.get(runId)
  }

  add(runId: string, epoch: number): void {
    this.#runs.set(runId, epoch)
  }

  ended(runId: string): void {
    this.#runs.delete(runId)
  }

  lost(runId: string): void {
    const epoch = this.#runs.get(runId)
    if (epoch !== undefined) this.#former.set(runId, epoch)
    this.#runs.delete(runId)
  }
}

/** Warns once for each server that stores uploads in another folder. */
class ForeignFolders {
  readonly #known = new Set<string>()

  note(rows: readonly ReplicaRow[], folder: string | null, warn: (text: string) => void): void {
    for (const row of rows) {
      const isOther = row.isAlive && hasOtherFolder(row, folder)
      if (!isOther) this.#known.delete(row.id)
      else if (!this.#known.has(row.id)) {
        this.#known.add(row.id)
        warn(
          `Server "${row.name}" keeps uploads in another folder: share one between all servers (PONE_FILES)`,
        )
      }
    }
  }
}

const hasOtherFolder = ({ fileFolder }: ReplicaRow, folder: string | null): boolean =>
  fileFolder !== null && folder !== null && fileFolder !== folder
