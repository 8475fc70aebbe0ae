/** The parts of a run on this machine: each drives a share, or was left by an earlier agent process. */

import { availableParallelism } from 'node:os'
import type { LoadChange } from '@pone/contract/link/load-change.ts'
import { engineOf, type RunPlan, type Share } from '@pone/contract/link/plan.ts'
import { readTables } from '@pone/engine/parameters/read-tables.ts'
import { engines } from '@pone/plan/engines/registry.ts'
import { peak } from '@pone/plan/load-models/registry.ts'
import { errorText } from '@pone/schema/error-text.ts'
import type { PlanFiles } from '../downloads/plan-files.ts'
import type { FindTools } from '../engines/registry.ts'
import type { Coordination } from './coordination.ts'
import { type End, mergeEnds } from './end-cause.ts'
import { countWorkers, divideShare } from './share.ts'
import type { SpoolSender } from './spool-sender.ts'
import { createWorkerSlot, type SlotOptions, type WorkerSlot } from './worker-slot.ts'

/** When a forced stop has not ended a worker after this time, its process is killed, ms. */
const forceTimeoutMs = 5_000

export interface RunPart {
  readonly shareIds: readonly string[]
  /** Those of them that it drives, or that have ended as planned. */
  readonly heldShareIds: readonly string[]
  /** One per process that the part has had. */
  senders(): readonly SpoolSender[]
  /** `startAt` in this machine's clock. */
  start(startAt: number): void
  changeLoad(change: LoadChange): void
  /** null: unlimited; ms. */
  renewLease(remainingMs: number | null): void
  /** `because` replaces the causes that the workers report. */
  stop(force: boolean, because?: End): void
  /** Kills the processes. */
  kill(): void
  /** Resolves when no worker of the part runs any more. */
  readonly ended: Promise<End>
}

export interface DrivenPart extends RunPart {
  /** Number of its slots, from its first on. */
  readonly slotCount: number
  /** Rejects with the reason why the workers cannot run the plan; their processes have ended then. */
  readonly prepared: Promise<void>
  /** Resolves with the instant at which its first worker started, this machine's clock. */
  readonly begun: Promise<number>
}

export interface PartOptions extends Omit<SlotOptions, 'slot' | 'plan' | 'onBegun'> {
  readonly plan: RunPlan
  readonly firstSlot: number
  /** Overrides how many workers the part gets. */
  readonly workers: number | undefined
  readonly coordination: Coordination
  readonly files: Pick<PlanFiles, 'fetchAll'>
  /** Programs that engines need; none when left out. */
  readonly findTools?: FindTools | undefined
  /** A worker's script stopped the test. */
  readonly onStopTest: () => void
}

/** Starts to prepare immediately. */
export const drivePart = (options: PartOptions): DrivenPart => new SlottedPart(options)

class SlottedPart implements DrivenPart {
  readonly shareIds: readonly string[]
  readonly prepared: Promise<void>
  readonly begun: Promise<number>
  readonly ended: Promise<End>
  readonly #options: PartOptions
  /** The share of each slot. */
  readonly #shares: readonly Share[]
  readonly #slots: WorkerSlot[] = []
  readonly #begin: (at: number) => void
  #startAt: number | null = null
  #manualLoad: LoadChange | undefined
  #isPrepared = false
  #isStopping = false
  /** Why the part ended, when its workers cannot report it. */
  #ownEnd: End | null = null

  constructor(options: PartOptions) {
    const { plan, share, shareId } = options
    this.#options = options
    this.shareIds = [shareId]
    const load = Math.max(plan.maxLoad ?? 0, peak(plan.loadModel)) * (share.to01 - share.from01)
    const slotCount = engines[engineOf(plan)].usesAllCores
      ? 1
      : countWorkers({ peak: load, cores: availableParallelism(), override: options.workers })
    this.#shares = divideShare(share, slotCount)
    const { promise: begun, resolve: begin } = Promise.withResolvers<number>()
    this.begun = begun
    this.#begin = begin
    const { promise: prepared, resolve: ready, reject: fail } = Promise.withResolvers<void>()
    // The rejection is handled by those who await it.
    prepared.catch(() => undefined)
    this.prepared = prepared
    this.ended = this.#live(ready, fail)
  }

  get heldShareIds(): readonly string[] {
    return this.shareIds
  }

  get slotCount(): number {
    return this.#shares.length
  }

  senders(): readonly SpoolSender[] {
    return this.#slots.flatMap(slot => slot.senders)
  }

  start(startAt: number): void {
    if (this.#startAt !== null || this.#isStopping) return
    this.#startAt = startAt
    if (this.#isPrepared) this.#launch(startAt)
  }

  changeLoad(change: LoadChange): void {
    this.#manualLoad = change
    for (const slot of this.#slots) slot.changeLoad(change)
  }

  renewLease(remainingMs: number | null): void {
    for (const slot of this.#slots) slot.renewLease(remainingMs)
  }

  stop(force: boolean, because?: End): void {
    this.#isStopping = true
    this.#ownEnd ??= because ?? null
    for (const slot of this.#slots) slot.stop(force)
    if (!force) return
    const timer = setTimeout(() => this.kill(), forceTimeoutMs)
    void this.ended.then(() => clearTimeout(timer))
  }

  kill(): void {
    for (const slot of this.#slots) slot.kill()
  }

  async #live(ready: () => void, fail: (cause: unknown) => void): Promise<End> {
    try {
      await this.#prepare()
    } catch (cause) {
      this.kill()
      await Promise.all(this.#slots.map(slot => slot.ended))
      fail(cause)
      return { cause: 'fault', detail: errorText(cause) }
    }
    this.#isPrepared = true
    if (this.#isStopping) this.kill()
    else ready()
    if (this.#startAt !== null && !this.#isStopping) this.#launch(this.#startAt)
    const ends = await Promise.all(this.#slots.map(slot => slot.ended))
    return this.#ownEnd ?? mergeEnds(ends)
  }

  async #prepare(): Promise<void> {
    const { plan, files, findTools, firstSlot, onStopTest } = this.#options
    const filePaths = await files.fetchAll(plan.files)
    const tables = await readTables(plan.components, filePaths)
    const tools = await findTools?.(engineOf(plan))
    if (this.#isStopping) return
    for (const [index, share] of this.#shares.entries()) {
      const slot = createWorkerSlot({
        ...this.#options,
        slot: firstSlot + index,
        share,
        plan: { plan, filePaths, tables, tools },
        onBegun: this.#begin,
      })
      this.#slots.push(slot)
      // A script of one worker stopped the test: all workers stop.
      void slot.ended.then(end => end.cause === 'stopTest' && onStopTest())
    }
    await Promise.all(this.#slots.map(slot => slot.prepare()))
  }

  #launch(at: number): void {
    for (const slot of this.#slots) {
      slot.start(at)
      if (this.#manualLoad !== undefined) slot.changeLoad(this.#manualLoad)
    }
  }
}
