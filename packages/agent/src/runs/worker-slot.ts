/** One slot of a run: the engine process that drives a fixed share of the load, its replacements when it dies, and their spools. */

import type { LoadChange } from '@pone/contract/link/load-change.ts'
import { engineOf, type Share } from '@pone/contract/link/plan.ts'
import { engines } from '@pone/plan/engines/registry.ts'
import { errorText } from '@pone/schema/error-text.ts'
import type { Log } from '../log.ts'
import type { EngineProcesses } from '../processes/engine-processes.ts'
import type { Coordination } from './coordination.ts'
import type { End, EndCause } from './end-cause.ts'
import { type WorkerPaths, workerPaths, writeWorkerRecord } from './run-folder.ts'
import { endOfSpool, sealSpool } from './spool-seal.ts'
import { createSpoolSender, type SpoolSender, type SpoolSenderOptions } from './spool-sender.ts'
import { type EnginePlan, startWorkerProcess, type WorkerProcess } from './worker-process.ts'

/**
 * After this many ended processes the slot is not replaced any more; an engine that cannot continue a share is never
 * replaced.
 */
const maxReplacements = 3

export interface SlotOptions {
  readonly agentId: string
  readonly runId: string
  readonly runFolder: string
  readonly slot: number
  /** The share of which this slot drives a part. */
  readonly shareId: string
  readonly share: Share
  readonly plan: EnginePlan
  /** Coordinates the users of all slots. */
  readonly coordination: Coordination
  /** Source of engine processes; each is forked when it is needed when left out. */
  readonly engines?: Pick<EngineProcesses, 'take'> | undefined
  readonly send: SpoolSenderOptions['send']
  readonly log: Log
  /** A process has started, this machine's clock. */
  readonly onBegun: (at: number) => void
  /** A worker started nothing new in these seconds of the run. */
  readonly onHeld: (held: { workerId: string; fromSecond: number; toSecond: number }) => void
  /** A process died; `isReplaced`: another one drives its share from `second` on. */
  readonly onLost: (lost: { workerId: string; second: number; detail: string; isReplaced: boolean }) => void
}

export interface WorkerSlot {
  /** @throws Error when the worker cannot run the plan. */
  prepare(): Promise<void>
  /** `startAt` in this machine's clock. */
  start(startAt: number): void
  changeLoad(change: LoadChange): void
  /** ms; null: unlimited. */
  renewLease(remainingMs: number | null): void
  stop(force: boolean): void
  /** Kills the process. */
  kill(): void
  /** Resolves when no process of the slot runs any more and its spools are complete. */
  readonly ended: Promise<End>
  /** One per process that the slot has had. */
  readonly senders: readonly SpoolSender[]
}

interface Incarnation {
  readonly workerId: string
  readonly paths: WorkerPaths
  readonly sender: SpoolSender
  readonly process: WorkerProcess
}

/** Call `prepare` once, first. */
export const createWorkerSlot = (options: SlotOptions): WorkerSlot => new ReplacingSlot(options)

class ReplacingSlot implements WorkerSlot {
  readonly ended: Promise<End>
  readonly senders: SpoolSender[] = []
  readonly #options: SlotOptions
  readonly #resolveEnd: (end: End) => void
  readonly #maxReplacements: number
  #incarnation = 0
  #current: WorkerProcess | null = null
  #isReady = false
  #startAt: number | null = null
  #load: LoadChange | undefined
  /** By performance.now(). */
  #leaseUntilMs: number | null = null
  #isStopping = false

  constructor(options: SlotOptions) {
    this.#options = options
    this.#maxReplacements = engines[engineOf(options.plan.plan)].continuesShares ? maxReplacements : 0
    const { promise, resolve } = Promise.withResolvers<End>()
    this.ended = promise
    this.#resolveEnd = resolve
  }

  async prepare(): Promise<void> {
    const process = await this.#launch()
    await process.prepared
    this.#isReady = true
  }

  start(startAt: number): void {
    this.#startAt = startAt
    this.#current?.start(startAt)
  }

  changeLoad(change: LoadChange): void {
    this.#load = change
    this.#current?.changeLoad(change)
  }

  renewLease(remainingMs: number | null): void {
    this.#leaseUntilMs = remainingMs === null ? null : performance.now() + remainingMs
    this.#current?.renewLease(remainingMs)
  }

  stop(force: boolean): void {
    this.#isStopping = true
    this.#current?.stop(force)
  }

  kill(): void {
    this.#isStopping = true
    this.#current?.kill()
  }

  async #launch(): Promise<WorkerProcess> {
    const { agentId, slot, runId, runFolder, shareId, share, plan, coordination, engines } = this.#options
    this.#incarnation += 1
    const workerId = `${agentId}/${slot}.${this.#incarnation}`
    const paths = workerPaths(runFolder, { slot, incarnation: this.#incarnation })
    const sender = await createSpoolSender({
      runId,
      workerId,
      spoolPath: paths.spoolPath,
      ackPath: paths.ackPath,
      send: this.#options.send,
      onFault: cause => this.#options.log(`spool of worker ${workerId}: ${errorText(cause)}`),
    })
    const process = startWorkerProcess({
      engines,
      workerId,
      paths,
      share,
      plan,
      coordination,
      onFlushed: () => sender.pump(),
      onUnspooled: batch => sender.hold(batch),
      onStarted: this.#options.onBegun,
      onHeld: (fromSecond, toSecond) => this.#options.onHeld({ workerId, fromSecond, toSecond }),
    })
    this.senders.push(sender)
    this.#current = process
    void this.#follow({ workerId, paths, sender, process }) // Handles its own errors.
    await writeWorkerRecord(paths, { workerId, process: await process.identify(), shareId })
    return process
  }

  /** Waits for the end of one process, completes its spool, and starts a replacement if there is to be one. */
  async #follow(followed: Incarnation): Promise<void> {
    const exit = await followed.process.exited
    try {
      await this.#afterExit(followed, exit)
    } catch (cause) {
      this.#end('crashed', errorText(cause))
    } finally {
      followed.sender.finish()
    }
  }

  async #afterExit({ workerId, paths, sender }: Incarnation, exit: string): Promise<void> {
    const { runId, onLost } = this.#options
    const startAt = this.#startAt
    const own = endOfSpool(paths) ?? sender.lastHeld?.end ?? null
    if (own !== null) return this.#end(own.cause, own.detail)
    if (this.#isStopping && startAt === null) return this.#end('stopped', '')
    if (!this.#isReady) return this.#end('fault', exit)
    const last = sealSpool({ paths, runId, workerId, detail: exit, unspooled: sender.lastHeld })
    if (last !== null) sender.hold(last)
    const second = startAt === null ? 0 : Math.max(0, Math.ceil((Date.now() - startAt) / 1000))
    const isReplaced = !this.#isStopping && this.#incarnation <= this.#maxReplacements
    onLost({ workerId, second, detail: exit, isReplaced })
    if (isReplaced) await this.#replace()
    else this.#end(this.#isStopping ? 'stopped' : 'crashed', exit)
  }

  async #replace(): Promise<void> {
    const process = await this.#launch()
    try {
      await process.prepared
    } catch {
      // `#follow` of this process detects its end and decides what follows.
      return process.kill()
    }
    if (this.#isStopping) return process.stop(false)
    const leaseUntilMs = this.#leaseUntilMs
    if (leaseUntilMs !== null) process.renewLease(Math.max(0, leaseUntilMs - performance.now()))
    if (this.#startAt !== null) process.start(this.#startAt)
    if (this.#load !== undefined) process.changeLoad(this.#load)
  }

  #end(cause: EndCause, detail: string): void {
    this.#resolveEnd({ cause, detail })
  }
}
