/** One run on this machine: its parts from the first worker to the last acknowledged batch, and its reports to the server. */

import type { LoadChange } from '@pone/contract/link/load-change.ts'
import type { AgentMessage } from '@pone/contract/link/messages.ts'
import type { RunPlan, Share } from '@pone/contract/link/plan.ts'
import { errorText } from '@pone/schema/error-text.ts'
import type { PlanFiles } from '../downloads/plan-files.ts'
import type { FindTools } from '../engines/registry.ts'
import type { Log } from '../log.ts'
import type { EngineProcesses } from '../processes/engine-processes.ts'
import {
  type CoordinateCommand,
  type Coordination,
  createCoordination,
  type Gatherer,
} from './coordination.ts'
import { type End, mergeEnds } from './end-cause.ts'
import { type DrivenPart, drivePart, type RunPart } from './run-part.ts'
import type { SpoolSender } from './spool-sender.ts'

const moved: End = { cause: 'moved', detail: '' }

/** A part of the load, whose id the server chose. */
export interface ShareOrder {
  readonly shareId: string
  readonly plan: RunPlan
  readonly share: Share
  /** Slots below it have been used in this run. */
  readonly firstSlot: number
}

/** The agent's interface of a run, whether it is driven now or was found after a restart. */
export interface AgentRun {
  readonly runId: string
  readonly isDriving: boolean
  /** Shares that this process drives, or that have ended as planned on this machine. */
  readonly shareIds: readonly string[]
  /** Called for a new connection: reports again all that the server may have missed. */
  announce(): void
  acknowledge(workerId: string, seq: number): void
  /** `startAt` in this machine's clock. */
  start(startAt: number): void
  /** Starts a further share of a run that has begun at `startAt`; answered by shareTaken. */
  addShare(order: ShareOrder, startAt: number, change: LoadChange): void
  /** Other machines drive these shares now. */
  retire(shareIds: readonly string[]): void
  /** How long the driven shares are this machine's, ms; null: unlimited. */
  renewLease(remainingMs: number | null): void
  changeLoad(change: LoadChange): void
  /** `because` replaces the causes that the workers report. */
  stop(force: boolean, because?: End): void
  /** The controller's answer to workers that share users and rows with those of other machines. */
  coordinate(message: CoordinateCommand): void
  /** Kills whatever still runs; resolves when all processes have ended. */
  close(): Promise<void>
  /** Resolves when no worker runs any more. */
  readonly ended: Promise<void>
  /** Resolves when no process runs and the server has everything. */
  readonly settled: Promise<void>
}

export interface RunContext {
  readonly agentId: string
  readonly runId: string
  readonly runFolder: string
  /** Overrides how many workers a share gets. */
  readonly workers: number | undefined
  readonly files: Pick<PlanFiles, 'fetchAll'>
  /** Programs that engines need; none when left out. */
  readonly findTools?: FindTools | undefined
  /** Source of engine processes; each is forked when it is needed when left out. */
  readonly engines?: Pick<EngineProcesses, 'take'> | undefined
  readonly send: (message: AgentMessage) => boolean
  readonly log: Log
  /** Converts an instant of this machine's clock to the server's; the same instant when left out. */
  readonly toServerTime?: ((at: number) => number) | undefined
}

export interface RunOptions extends Omit<RunContext, 'runId'> {
  readonly plan: RunPlan
  readonly share: Share
  readonly shareId?: string
  /** Who gathers users that wait for each other; the agent when left out, which then must have all of them. */
  readonly gatheredBy?: Gatherer | undefined
}

/** Starts to prepare immediately. */
export function createRun(options: RunOptions): AgentRun {
  const { plan, share, shareId = 'first', gatheredBy = 'agent' } = options
  const run = new MachineRun({ ...options, runId: plan.runId })
  run.prepare({ shareId, plan, share, firstSlot: 1 }, gatheredBy)
  return run
}

/** A run of this machine whose first part was found on the disk. */
export function createFoundRun(options: RunContext, found: RunPart, nextSlot: number): AgentRun {
  const run = new MachineRun(options, nextSlot)
  run.take(found)
  return run
}

/** A run that this machine joins while others drive it. */
export const createJoinedRun = (options: RunContext): AgentRun => new MachineRun(options)

/** From the first part until all parts have ended and are delivered. */
interface Life {
  readonly ended: Promise<void>
  readonly settled: Promise<void>
  isDriving: boolean
}

class MachineRun implements AgentRun {
  readonly runId: string
  readonly #options: RunContext
  readonly #parts: RunPart[] = []
  /** Parts whose share could not be started: the server moves it to another machine. */
  readonly #refused = new Set<RunPart>()
  readonly #coordination: Coordination
  /** Sent again after each reconnect, in order. */
  #announcements: AgentMessage[] = []
  #freeSlot: number
  #isPrepareFailed = false
  #life: Life | null = null

  constructor(options: RunContext, nextSlot = 1) {
    const { runId, send } = options
    this.runId = runId
    this.#options = options
    this.#freeSlot = nextSlot
    this.#coordination = createCoordination({ runId, send })
  }

  get isDriving(): boolean {
    return this.#life?.isDriving ?? false
  }

  get shareIds(): readonly string[] {
    return this.#parts.flatMap(part => part.heldShareIds)
  }

  get ended(): Promise<void> {
    return this.#life?.ended ?? Promise.resolve()
  }

  get settled(): Promise<void> {
    return this.#life?.settled ?? Promise.resolve()
  }

  announce(): void {
    for (const sender of this.#senders()) sender.restart()
    this.#coordination.announce()
    for (const message of this.#announcements) this.#options.send(message)
  }

  acknowledge(workerId: string, seq: number): void {
    const sender = this.#senders().find(each => each.workerId === workerId)
    sender?.acknowledge(seq)
  }

  prepare(order: ShareOrder, gatheredBy: Gatherer): void {
    const { runId } = this
    this.#coordination.gatheredBy(gatheredBy)
    const part = this.#drive(order)
    this.take(part)
    void part.prepared.then(
      () => this.#report({ kind: 'runPrepared', runId, error: null }),
      (cause: unknown) => {
        this.#isPrepareFailed = true
        this.#report({ kind: 'runPrepared', runId, error: errorText(cause) })
      },
    )
    void part.begun.then(at => this.#report({ kind: 'runStarted', runId, at: this.#toServerTime(at) }))
  }

  addShare(order: ShareOrder, startAt: number, change: LoadChange): void {
    const { runId } = this
    const { shareId } = order
    // Shares move between machines, so this one does not have all users.
    this.#coordination.gatheredBy('controller')
    const part = this.#drive(order)
    const answer = (at: number, error: string | null) =>
      this.#report({ kind: 'shareTaken', runId, shareId, at: this.#toServerTime(at), error })
    this.take(part)
    part.start(startAt)
    if (change.load !== null) part.changeLoad(change)
    void part.begun.then(at => answer(at, null))
    part.prepared.catch((cause: unknown) => {
      this.#refused.add(part)
      answer(Date.now(), errorText(cause))
    })
  }

  /** Drives or delivers the part; a part that is added while others have not settled is waited for too. */
  take(part: RunPart): void {
    this.#parts.push(part)
    this.#announcements = this.#announcements.filter(({ kind }) => kind !== 'runEnded')
    if (this.#life?.isDriving !== true) this.#life = this.#accompany()
  }

  start(startAt: number): void {
    for (const part of this.#parts) part.start(startAt)
  }

  retire(shareIds: readonly string[]): void {
    for (const part of this.#parts) {
      if (part.shareIds.some(id => shareIds.includes(id))) part.stop(false, moved)
    }
  }

  renewLease(remainingMs: number | null): void {
    if (remainingMs === null) this.#coordination.goesOnAlone()
    for (const part of this.#parts) part.renewLease(remainingMs)
  }

  coordinate(message: CoordinateCommand): void {
    this.#coordination.handle(message)
  }

  changeLoad(change: LoadChange): void {
    for (const part of this.#parts) part.changeLoad(change)
  }

  stop(force: boolean, because?: End): void {
    for (const part of this.#parts) part.stop(force, because)
  }

  async close(): Promise<void> {
    this.stop(true)
    for (const part of this.#parts) part.kill()
    await this.#life?.ended
  }

  #drive({ shareId, plan, share, firstSlot }: ShareOrder): DrivenPart {
    const { runId } = this
    this.#freeSlot = Math.max(this.#freeSlot, firstSlot)
    const part = drivePart({
      ...this.#options,
      plan,
      share,
      shareId,
      firstSlot: this.#freeSlot,
      coordination: this.#coordination,
      onLost: lost => this.#report({ kind: 'workerLost', runId, ...lost }),
      onHeld: held => this.#report({ kind: 'loadHeld', runId, ...held }),
      onStopTest: () => this.stop(false),
    })
    this.#freeSlot += part.slotCount
    return part
  }

  #accompany(): Life {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const life = { ended, settled: Promise.resolve(), isDriving: true }
    life.settled = this.#follow(() => {
      life.isDriving = false
      end()
    })
      .catch((cause: unknown) => this.#options.log(`run ${this.runId}: ${errorText(cause)}`))
      .finally(end)
    return life
  }

  /** `onEnded` is called when no part drives any more; resolves when all is delivered. */
  async #follow(onEnded: () => void): Promise<void> {
    const parts = this.#parts
    for (let known = 0; known < parts.length; ) {
      known = parts.length
      await Promise.all(parts.map(part => part.ended))
    }
    onEnded()
    const all = [...parts]
    const ends = await Promise.all(all.map(async part => this.#endOf(part, await part.ended)))
    const workers = await Promise.all(
      this.#senders().map(async sender => ({ workerId: sender.workerId, lastSeq: await sender.finished })),
    )
    // A share that was added while the last batches were being delivered has a life of its own, with an end of its own.
    if (this.#isPrepareFailed || all.length !== parts.length) return
    const shareIds = all.flatMap(part => part.shareIds)
    // Shares that an earlier agent process left have been moved to others, if anything was driven after it.
    const own = ends.filter(({ cause }) => cause !== 'agentLost')
    const end = mergeEnds(own.length > 0 ? own : ends)
    this.#report({ kind: 'runEnded', runId: this.runId, ...end, shareIds, workers })
  }

  #endOf(part: RunPart, end: End): End {
    return this.#refused.has(part) ? moved : end
  }

  #senders(): SpoolSender[] {
    return this.#parts.flatMap(part => part.senders())
  }

  #report(message: AgentMessage): void {
    this.#announcements.push(message)
    this.#options.send(message)
  }

  #toServerTime(at: number): number {
    return this.#options.toServerTime?.(at) ?? at
  }
}
