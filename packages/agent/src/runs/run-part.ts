/** What a run on this machine is put together from: parts that drive a share each, or were left behind by an agent before this one. */

import { availableParallelism } from 'node:os'
import type { RunPlan } from '@pone/contract/link/plan.ts'
import { readTables } from '@pone/engine/parameters/read-tables.ts'
import { peak } from '@pone/plan/load-models/registry.ts'
import { errorText } from '@pone/schema/error-text.ts'
import type { Coordination } from './coordination.ts'
import { type End, mergeEnds } from './end-cause.ts'
import type { FindJmeters } from './jmeter-search.ts'
import type { PlanFiles } from './plan-files.ts'
import { countWorkers, divideShare } from './share.ts'
import type { SpoolSender } from './spool-sender.ts'
import { createWorkerSlot, type SlotOptions, type WorkerSlot } from './worker-slot.ts'

/** A forced stop that has not ended a worker after this is helped by ending the process, ms. */
const forceTimeoutMs = 5_000

export interface RunPart {
  readonly shareIds: readonly string[]
  /** Those of them that it drives, or that have come to their own end. */
  readonly heldShareIds: readonly string[]
  /** One per process that the part has had. */
  senders(): readonly SpoolSender[]
  /** `startAt` in this machine's clock. */
  start(startAt: number): void
  changeLoad(load: number | null): void
  /** Without an end when null, ms. */
  renewLease(remainingMs: number | null): void
  /** `because` stands for the causes that the workers tell. */
  stop(force: boolean, because?: End): void
  /** Ends the processes without asking them. */
  kill(): void
  /** Resolves when no worker of the part runs any more. */
  readonly ended: Promise<End>
}

export interface DrivenPart extends RunPart {
  /** How many slots it takes, from its first on. */
  readonly slotCount: number
  /** Rejects with the reason why the workers cannot run the plan; they are gone then. */
  readonly prepared: Promise<void>
  /** Resolves with the instant at which its first worker began, this machine's clock. */
  readonly begun: Promise<number>
}

export interface PartOptions extends Omit<SlotOptions, 'slot' | 'plan' | 'onBegun'> {
  readonly plan: RunPlan
  readonly firstSlot: number
  /** Overrides how many workers the part gets. */
  readonly workers: number | undefined
  readonly coordination: Coordination
  readonly files: Pick<PlanFiles, 'fetchAll'>
  /** The JMeters on this machine; none when left out. */
  readonly jmeters?: FindJmeters | undefined
  /** A worker's script stopped the test. */
  readonly onStopTest: () => void
}

/** Begins to prepare at once. */
export function drivePart(options: PartOptions): DrivenPart {
  const { plan, share, shareId } = options
  const load = peak(plan.loadModel) * (share.to01 - share.from01)
  const shares = divideShare(
    share,
    // JMeter takes all cores by itself.
    plan.jmeter === undefined
      ? countWorkers({ peak: load, cores: availableParallelism(), override: options.workers })
      : 1,
  )
  const slots: WorkerSlot[] = []
  let startAt: number | null = null
  let manualLoad: number | null | undefined
  let isPrepared = false
  let isStopping = false
  /** Why the part ended, when that is not to be told from its workers. */
  let ownEnd: End | null = null
  const { promise: prepared, resolve: ready, reject: fail } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<number>()
  // Who wants to know waits for it.
  prepared.catch(() => undefined)

  const kill = () => {
    for (const slot of slots) slot.kill()
  }
  const prepare = async () => {
    const filePaths = await options.files.fetchAll(plan.files)
    const tables = await readTables(plan.components, filePaths)
    const jmeters = plan.jmeter === undefined ? undefined : await options.jmeters?.()
    if (isStopping) return
    for (const [index, part] of shares.entries()) {
      const slot = createWorkerSlot({
        ...options,
        slot: options.firstSlot + index,
        share: part,
        plan: { plan, filePaths, tables, jmeters },
        onBegun: begin,
      })
      slots.push(slot)
      // One worker's script stopped the test: that holds for all of them.
      void slot.ended.then(end => end.cause === 'stopTest' && options.onStopTest())
    }
    await Promise.all(slots.map(slot => slot.prepare()))
  }
  const launch = (at: number) => {
    for (const slot of slots) {
      slot.start(at)
      if (manualLoad !== undefined) slot.changeLoad(manualLoad)
    }
  }
  const live = async (): Promise<End> => {
    try {
      await prepare()
    } catch (cause) {
      kill()
      await Promise.all(slots.map(slot => slot.ended))
      fail(cause)
      return { cause: 'fault', detail: errorText(cause) }
    }
    isPrepared = true
    if (isStopping) kill()
    else ready()
    if (startAt !== null && !isStopping) launch(startAt)
    const ends = await Promise.all(slots.map(slot => slot.ended))
    return ownEnd ?? mergeEnds(ends)
  }
  const ended = live()

  return {
    shareIds: [shareId],
    heldShareIds: [shareId],
    slotCount: shares.length,
    senders: () => slots.flatMap(slot => slot.senders),
    prepared,
    begun,
    start: at => {
      if (startAt !== null || isStopping) return
      startAt = at
      if (isPrepared) launch(at)
    },
    changeLoad: to => {
      manualLoad = to
      for (const slot of slots) slot.changeLoad(to)
    },
    renewLease: remainingMs => {
      for (const slot of slots) slot.renewLease(remainingMs)
    },
    stop: (force, because) => {
      isStopping = true
      ownEnd ??= because ?? null
      for (const slot of slots) slot.stop(force)
      if (!force) return
      const timer = setTimeout(kill, forceTimeoutMs)
      void ended.then(() => clearTimeout(timer))
    },
    kill,
    ended,
  }
}
