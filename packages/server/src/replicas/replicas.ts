/** This server among the others on the same database: says every two seconds that it is there, knows who else is, which of them drives each run, and takes over the runs of those that are gone. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { isDatabaseUnavailable } from '../adapters/database/database-error.ts'
import type { Ownership, ReplicaRepository, ReplicaRow } from './replica.repository.ts'

const beatEveryMs = 2_000
const pulseEveryMs = 500
/** After not having run for this long, the process may have lost its runs and looks before it drives on. Well under what makes it gone for the others. */
const pauseMs = 3_000

/** Another server that is there and can be called. */
export interface Peer {
  readonly id: string
  readonly name: string
  readonly address: string
}

export interface ReplicaEvents {
  /** The others that are there have changed. */
  peers(peers: readonly Peer[]): void
  /** Another server has taken over this run. */
  lost(runId: string): void
  /** This server has taken over these runs; before anything of them is done here. */
  claimed(runIds: readonly string[]): Promise<void>
  /** The others have been looked for. */
  beaten(): void
  /** Another process has started under this one's name: this one has to go. */
  replaced(): void
}

export interface Replicas {
  readonly id: string
  /** Enters the list and answers the ids of the runs that this server has to take up. */
  join(): Promise<string[]>
  /** The address under which the others reach this server, once it listens. */
  announce(place: { address: string; port: number }): Promise<void>
  peers(): readonly Peer[]
  /** Id of the server that drives the run; null when nobody does. */
  ownerOf(runId: string): Promise<string | null>
  /** What is known without asking the database; up to two seconds old. */
  knownOwner(runId: string): string | null
  /** A run that this server has started. */
  begin(runId: string): void
  /** The epoch in which this server drives, or drove, the run; undefined for others. */
  epochOf(runId: string): number | undefined
  /** False after a pause of the whole process, until it has been seen which runs are still its own. */
  mayDrive(): boolean
  /** Resolves when `mayDrive`, and runs that are being taken over are taken up. */
  ready(): Promise<void>
  /** True when `ready` would resolve at once. */
  isReady(): boolean
  on(events: Partial<ReplicaEvents>): void
  /** Every server that was ever there. */
  list(): Promise<(ReplicaRow & { activeRuns: number; hasOtherFiles: boolean })[]>
  /** Looks at once. */
  beat(): Promise<void>
  leave(): Promise<void>
}

export function createReplicas(options: {
  repository: ReplicaRepository
  name: string
  version: string
  /** Mark of the folder of uploads. */
  fileFolder: () => Promise<string>
  warn: (text: string, cause?: unknown) => void
}): Replicas {
  const { repository, name, version, warn } = options
  const incarnation = randomUUID()
  const listeners: Partial<ReplicaEvents>[] = []
  const mine = new Map<string, number>()
  /** Epochs in which runs were driven here that are another's now: what is still written of them is void. */
  const former = new Map<string, number>()
  let id: string = randomUUID()
  let isJoined = false
  let mustLook = false
  let pulseAt = performance.now()
  let owners = new Map<string, Ownership>()
  let present: readonly Peer[] = []
  let folder: string | null = null
  const strangers = new Set<string>()
  let beatTimer: NodeJS.Timeout | undefined
  let pulseTimer: NodeJS.Timeout | undefined
  let isLeaving = false
  let beating: Promise<void> | null = null
  let takingUp: Promise<unknown> | null = null

  const adopt = (claimed: readonly { id: string; epoch: number }[]): string[] => {
    for (const run of claimed) {
      mine.set(run.id, run.epoch)
      owners.set(run.id, { controllerId: id, epoch: run.epoch })
    }
    return claimed.map(run => run.id)
  }

  const reportPeers = (rows: readonly ReplicaRow[]) => {
    const peers = rows
      .filter(row => row.isAlive && row.id !== id && row.address !== '')
      .map(row => ({ id: row.id, name: row.name, address: row.address }))
    const isSame =
      peers.length === present.length &&
      peers.every((peer, at) => peer.id === present[at]?.id && peer.address === present[at]?.address)
    if (isSame) return
    present = peers
    for (const handlers of listeners) handlers.peers?.(peers)
  }

  const warnOfFolders = (rows: readonly ReplicaRow[]) => {
    for (const row of rows) {
      const isOther = row.isAlive && row.fileFolder !== null && folder !== null && row.fileFolder !== folder
      if (!isOther) strangers.delete(row.id)
      else if (!strangers.has(row.id)) {
        strangers.add(row.id)
        warn(
          `Server "${row.name}" keeps uploads in another folder: share one between all servers (PONE_FILES)`,
        )
      }
    }
  }

  const look = async () => {
    const before = [...mine]
    if (!(await repository.beat(id, incarnation))) {
      for (const handlers of listeners) handlers.replaced?.()
      return
    }
    const rows = await repository.all()
    owners = await repository.activeRuns()
    for (const [runId, epoch] of before) {
      const owner = owners.get(runId)
      if (mine.get(runId) !== epoch) continue
      if (owner === undefined) mine.delete(runId)
      else if (owner.controllerId !== id || owner.epoch !== epoch) {
        mine.delete(runId)
        former.set(runId, epoch)
        for (const handlers of listeners) handlers.lost?.(runId)
      }
    }
    mustLook = false
    pulseAt = performance.now()
    reportPeers(rows)
    warnOfFolders(rows)
    for (const handlers of listeners) handlers.beaten?.()
    const alive = new Set(rows.filter(row => row.isAlive).map(row => row.id))
    const isAnyOrphan = [...owners.values()].some(
      ({ controllerId }) => controllerId === null || !alive.has(controllerId),
    )
    if (!isAnyOrphan || isLeaving) return
    const claimed = adopt(await repository.claim(id, null))
    if (claimed.length === 0) return
    takingUp = Promise.all(listeners.map(async handlers => handlers.claimed?.(claimed))).finally(() => {
      takingUp = null
    })
    await takingUp
  }

  const beat = (): Promise<void> => {
    beating ??= look()
      .catch((cause: unknown) => {
        // Nobody can take anything over while the database is away.
        if (!isDatabaseUnavailable(cause)) warn('the other servers could not be looked for', cause)
      })
      .finally(() => {
        beating = null
      })
    return beating
  }
  const beatOnAndOn = () => {
    void beat().then(() => {
      if (!isLeaving) beatTimer = setTimeout(beatOnAndOn, beatEveryMs)
    })
  }

  const mayDrive = () => {
    if (!isJoined) return true
    if (performance.now() - pulseAt > pauseMs) mustLook = true
    return !mustLook
  }

  return {
    get id() {
      return id
    },
    join: async () => {
      folder = await options.fileFolder()
      id = await repository.join({ id, name, incarnation, version, fileFolder: folder })
      const claimed = adopt(await repository.claim(id, id))
      isJoined = true
      await look()
      pulseTimer = setInterval(() => {
        if (mayDrive()) pulseAt = performance.now()
        else void beat()
      }, pulseEveryMs)
      return claimed
    },
    announce: async ({ address, port }) => {
      await repository.announce(id, { address, port, socketPort: port })
      beatOnAndOn()
    },
    peers: () => present,
    ownerOf: async runId => {
      if (mine.has(runId)) return id
      return isJoined ? ((await repository.ownerOf(runId))?.controllerId ?? null) : null
    },
    knownOwner: runId => (mine.has(runId) ? id : (owners.get(runId)?.controllerId ?? null)),
    begin: runId => void mine.set(runId, 1),
    epochOf: runId => mine.get(runId) ?? former.get(runId),
    mayDrive,
    ready: async () => {
      while (!mayDrive() && !isLeaving) {
        await beat()
        if (!mayDrive()) await pause(pulseEveryMs)
      }
      await takingUp
    },
    isReady: () => mayDrive() && takingUp === null,
    on: events => void listeners.push(events),
    list: async () => {
      const [rows, counts] = await Promise.all([repository.all(), repository.runCounts()])
      return rows.map(row => ({
        ...row,
        activeRuns: counts.get(row.id) ?? 0,
        hasOtherFiles: folder !== null && row.fileFolder !== null && row.fileFolder !== folder,
      }))
    },
    beat,
    leave: async () => {
      isLeaving = true
      clearTimeout(beatTimer)
      clearInterval(pulseTimer)
      await beating
      if (isJoined) await repository.leave(id, incarnation).catch(() => undefined) // It will be missed soon enough.
    },
  }
}
