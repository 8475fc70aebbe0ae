/** One run on this machine: its parts from the first worker to the last acknowledged batch, and what the server has to know of them. */

import type { AgentMessage } from '@pone/contract/link/messages.ts'
import type { RunPlan, Share } from '@pone/contract/link/plan.ts'
import { errorText } from '@pone/schema/error-text.ts'
import { type Log } from '../log.ts'
import { type Coordination, createCoordination, type Gatherer } from './coordination.ts'
import { type End, mergeEnds } from './end-cause.ts'
import type { EngineProcesses } from './engine-processes.ts'
import type { FindJmeters } from './jmeter-search.ts'
import type { PlanFiles } from './plan-files.ts'
import { type DrivenPart, drivePart, type RunPart } from './run-part.ts'
import type { SpoolSender } from './spool-sender.ts'

const moved: End = { cause: 'moved', detail: '' }

/** A stretch of the load, whose id the server chose. */
export interface ShareOrder {
  readonly shareId: string
  readonly plan: RunPlan
  readonly share: Share
  /** Slots below it have been used in this run. */
  readonly firstSlot: number
}

/** What the agent needs of a run, whether it is driven now or was found after a restart. */
export interface AgentRun {
  readonly runId: string
  readonly isDriving: boolean
  /** Shares that this process drives, or that have come to their own end on this machine. */
  readonly shareIds: readonly string[]
  /** A new connection: says again all that the server may have missed. */
  announce(): void
  acknowledge(workerId: string, seq: number): void
  /** `startAt` in this machine's clock. */
  start(startAt: number): void
  /** Takes a further share of a run that has begun at `startAt`; answered by shareTaken. */
  addShare(order: ShareOrder, startAt: number, load: number | null): void
  /** Others drive these shares now. */
  retire(shareIds: readonly string[]): void
  /** What is driven is this machine's for so long, ms; null: without an end. */
  renewLease(remainingMs: number | null): void
  changeLoad(load: number | null): void
  /** `because` stands for the causes that the workers tell. */
  stop(force: boolean, because?: End): void
  /** What the controller answers workers that share users and rows with those of other machines. */
  readonly coordinate: Coordination['handle']
  /** Ends whatever still runs, without asking; resolves when nothing does. */
  close(): Promise<void>
  /** Resolves when no worker runs any more. */
  readonly ended: Promise<void>
  /** Resolves when nothing runs and the server has everything. */
  readonly settled: Promise<void>
}

export interface RunContext {
  readonly agentId: string
  readonly runId: string
  readonly runFolder: string
  /** Overrides how many workers a share gets. */
  readonly workers: number | undefined
  readonly files: Pick<PlanFiles, 'fetchAll'>
  /** The JMeters on this machine; none when left out. */
  readonly jmeters?: FindJmeters | undefined
  /** Where engine processes come from; each is forked when it is needed when left out. */
  readonly engines?: Pick<EngineProcesses, 'take'> | undefined
  readonly send: (message: AgentMessage) => boolean
  readonly log: Log
  /** An instant of this machine's clock by the server's; the same when left out. */
  readonly toServerTime?: ((at: number) => number) | undefined
}

export interface RunOptions extends Omit<RunContext, 'runId'> {
  readonly plan: RunPlan
  readonly share: Share
  readonly shareId?: string
  /** Who gathers users that wait for each other; the agent when left out, which then needs to have all of them. */
  readonly gatheredBy?: Gatherer | undefined
}

/** Begins to prepare at once. */
export function createRun(options: RunOptions): AgentRun {
  const { plan, share, shareId = 'first', gatheredBy = 'agent' } = options
  const run = createParts({ ...options, runId: plan.runId })
  run.prepare({ shareId, plan, share, firstSlot: 1 }, gatheredBy)
  return run
}

/** A run of this machine whose first part is one that was found. */
export function createFoundRun(options: RunContext, found: RunPart, nextSlot: number): AgentRun {
  const run = createParts(options, nextSlot)
  run.take(found)
  return run
}

/** A run that this machine joins while others drive it. */
export function createJoinedRun(options: RunContext): AgentRun {
  return createParts(options)
}

interface Parts extends AgentRun {
  prepare(order: ShareOrder, gatheredBy: Gatherer): void
  take(part: RunPart): void
}

function createParts(options: RunContext, nextSlot = 1): Parts {
  const { runId, send, log, toServerTime = at => at } = options
  const parts: RunPart[] = []
  /** Said again after each reconnect, in order. */
  let announcements: AgentMessage[] = []
  const coordination = createCoordination({ runId, send })
  let freeSlot = nextSlot
  let isPrepareFailed = false
  let life: { ended: Promise<void>; settled: Promise<void>; isDriving: boolean } | null = null

  const say = (message: AgentMessage) => {
    announcements.push(message)
    send(message)
  }
  const senders = (): SpoolSender[] => parts.flatMap(part => part.senders())

  const drive = ({ shareId, plan, share, firstSlot }: ShareOrder): DrivenPart => {
    freeSlot = Math.max(freeSlot, firstSlot)
    const part = drivePart({
      ...options,
      plan,
      share,
      shareId,
      firstSlot: freeSlot,
      coordination,
      onLost: lost => say({ kind: 'workerLost', runId, ...lost }),
      onHeld: held => say({ kind: 'loadHeld', runId, ...held }),
      onStopTest: () => stop(false),
    })
    freeSlot += part.slotCount
    return part
  }
  /** From now until all parts have ended and are delivered; a part that comes meanwhile is waited for too. */
  const take = (part: RunPart) => {
    parts.push(part)
    announcements = announcements.filter(({ kind }) => kind !== 'runEnded')
    if (life?.isDriving !== true) life = accompany()
  }
  const accompany = () => {
    const { promise: ended, resolve: endAll } = Promise.withResolvers<void>()
    const present = { ended, settled: Promise.resolve(), isDriving: true }
    const follow = async () => {
      for (let known = 0; known < parts.length; ) {
        known = parts.length
        await Promise.all(parts.map(part => part.ended))
      }
      present.isDriving = false
      endAll()
      const all = [...parts]
      const ends = await Promise.all(all.map(part => part.ended))
      const workers = await Promise.all(
        senders().map(async sender => ({ workerId: sender.workerId, lastSeq: await sender.finished })),
      )
      // A share that came while the last batches were on their way has a life of its own, with an end of its own.
      if (isPrepareFailed || all.length !== parts.length) return
      const shareIds = all.flatMap(part => part.shareIds)
      // What an agent before this one left has been given to others, if anything was driven after it.
      const own = ends.filter(({ cause }) => cause !== 'agentLost')
      say({ kind: 'runEnded', runId, ...mergeEnds(own.length > 0 ? own : ends), shareIds, workers })
    }
    present.settled = follow()
      .catch((cause: unknown) => log(`run ${runId}: ${errorText(cause)}`))
      .finally(endAll)
    return present
  }
  const stop = (force: boolean, because?: End) => {
    for (const part of parts) part.stop(force, because)
  }

  return {
    runId,
    get isDriving() {
      return life?.isDriving ?? false
    },
    get shareIds() {
      return parts.flatMap(part => part.heldShareIds)
    },
    announce: () => {
      for (const sender of senders()) sender.restart()
      coordination.announce()
      for (const message of announcements) send(message)
    },
    acknowledge: (workerId, seq) => {
      senders()
        .find(sender => sender.workerId === workerId)
        ?.acknowledge(seq)
    },
    take,
    prepare: (order, gatheredBy) => {
      coordination.gatheredBy(gatheredBy)
      const part = drive(order)
      take(part)
      void part.prepared.then(
        () => say({ kind: 'runPrepared', runId, error: null }),
        (cause: unknown) => {
          isPrepareFailed = true
          say({ kind: 'runPrepared', runId, error: errorText(cause) })
        },
      )
      void part.begun.then(at => say({ kind: 'runStarted', runId, at: toServerTime(at) }))
    },
    addShare: (order, startAt, load) => {
      // Where shares move there are several machines, one after the other at least.
      coordination.gatheredBy('controller')
      const part = drive(order)
      const { shareId } = order
      let isRefused = false
      const answer = (at: number, error: string | null) =>
        say({ kind: 'shareTaken', runId, shareId, at: toServerTime(at), error })
      // The server gives to another machine what this one cannot drive.
      take({ ...part, ended: part.ended.then(end => (isRefused ? moved : end)) })
      part.start(startAt)
      if (load !== null) part.changeLoad(load)
      void part.begun.then(at => answer(at, null))
      part.prepared.catch((cause: unknown) => {
        isRefused = true
        answer(Date.now(), errorText(cause))
      })
    },
    start: at => {
      for (const part of parts) part.start(at)
    },
    retire: shareIds => {
      for (const part of parts) {
        if (part.shareIds.some(id => shareIds.includes(id))) part.stop(false, moved)
      }
    },
    renewLease: remainingMs => {
      if (remainingMs === null) coordination.goesOnAlone()
      for (const part of parts) part.renewLease(remainingMs)
    },
    coordinate: message => coordination.handle(message),
    changeLoad: load => {
      for (const part of parts) part.changeLoad(load)
    },
    stop,
    close: async () => {
      stop(true)
      for (const part of parts) part.kill()
      await life?.ended
    },
    get ended() {
      return life?.ended ?? Promise.resolve()
    },
    get settled() {
      return life?.settled ?? Promise.resolve()
    },
  }
}
