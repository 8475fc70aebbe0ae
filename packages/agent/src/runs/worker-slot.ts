/** One slot of a run: the engine process that drives a fixed share of the load, its successors when it dies, and the spools they leave. */

import type { Share } from '@pone/contract/link/plan.ts'
import { errorText } from '@pone/schema/error-text.ts'
import { type Log } from '../log.ts'
import type { Coordination } from './coordination.ts'
import type { End, EndCause } from './end-cause.ts'
import type { EngineProcesses } from './engine-processes.ts'
import { type WorkerPaths, workerPaths, writeWorkerRecord } from './run-folder.ts'
import { endOfSpool, sealSpool } from './spool-seal.ts'
import { createSpoolSender, type SpoolSender, type SpoolSenderOptions } from './spool-sender.ts'
import { type EnginePlan, startWorkerProcess, type WorkerProcess } from './worker-process.ts'

/** After this many dead processes the slot's share is given up; a JMeter would have to begin anew, so it has none. */
const maxReplacements = 3

export interface SlotOptions {
  readonly agentId: string
  readonly runId: string
  readonly runFolder: string
  readonly slot: number
  /** The share that this slot's is a part of. */
  readonly shareId: string
  readonly share: Share
  readonly plan: EnginePlan
  /** Joins the users of all slots. */
  readonly coordination: Coordination
  /** Where engine processes come from; each is forked when it is needed when left out. */
  readonly engines?: Pick<EngineProcesses, 'take'> | undefined
  readonly send: SpoolSenderOptions['send']
  readonly log: Log
  /** A process has begun, this machine's clock. */
  readonly onBegun: (at: number) => void
  /** A worker began nothing new in these seconds of the run. */
  readonly onHeld: (held: { workerId: string; fromSecond: number; toSecond: number }) => void
  /** A process died; `isReplaced` tells whether another one takes its share from `second` on. */
  readonly onLost: (lost: { workerId: string; second: number; detail: string; isReplaced: boolean }) => void
}

export interface WorkerSlot {
  /** @throws Error when the worker cannot run the plan. */
  prepare(): Promise<void>
  /** `startAt` in this machine's clock. */
  start(startAt: number): void
  changeLoad(load: number | null): void
  /** ms; null is without an end. */
  renewLease(remainingMs: number | null): void
  stop(force: boolean): void
  /** Ends the process without asking it. */
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
export function createWorkerSlot(options: SlotOptions): WorkerSlot {
  const senders: SpoolSender[] = []
  let incarnation = 0
  let current: WorkerProcess | null = null
  let isReady = false
  let startAt: number | null = null
  let load: number | null | undefined
  /** By performance.now(). */
  let leaseUntilMs: number | null = null
  let isStopping = false
  const { promise: ended, resolve: resolveEnd } = Promise.withResolvers<End>()
  const end = (cause: EndCause, detail: string) => resolveEnd({ cause, detail })

  const patience = options.plan.plan.jmeter === undefined ? maxReplacements : 0

  const launch = async (): Promise<WorkerProcess> => {
    incarnation += 1
    const workerId = `${options.agentId}/${options.slot}.${incarnation}`
    const paths = workerPaths(options.runFolder, { slot: options.slot, incarnation })
    const sender = await createSpoolSender({
      runId: options.runId,
      workerId,
      spoolPath: paths.spoolPath,
      ackPath: paths.ackPath,
      send: options.send,
      onFault: cause => options.log(`spool of worker ${workerId}: ${errorText(cause)}`),
    })
    const process = startWorkerProcess({
      engines: options.engines,
      workerId,
      paths,
      share: options.share,
      plan: options.plan,
      coordination: options.coordination,
      onFlushed: () => sender.pump(),
      onUnspooled: batch => sender.hold(batch),
      onStarted: options.onBegun,
      onHeld: (fromSecond, toSecond) => options.onHeld({ workerId, fromSecond, toSecond }),
    })
    senders.push(sender)
    current = process
    void follow({ workerId, paths, sender, process }) // Answers for its own faults.
    await writeWorkerRecord(paths, {
      workerId,
      process: await process.identify(),
      shareId: options.shareId,
    })
    return process
  }

  /** Accompanies one process to its end, completes its spool, and goes on with a successor if there is to be one. */
  const follow = async ({ workerId, paths, sender, process }: Incarnation) => {
    const exit = await process.exited
    try {
      const own = endOfSpool(paths) ?? sender.lastHeld?.end ?? null
      if (own !== null) return end(own.cause, own.detail)
      if (isStopping && startAt === null) return end('stopped', '')
      if (!isReady) return end('fault', exit)
      const unspooled = sender.lastHeld
      const last = sealSpool({ paths, runId: options.runId, workerId, detail: exit, unspooled })
      if (last !== null) sender.hold(last)
      const second = startAt === null ? 0 : Math.max(0, Math.ceil((Date.now() - startAt) / 1000))
      const isReplaced = !isStopping && incarnation <= patience
      options.onLost({ workerId, second, detail: exit, isReplaced })
      if (isReplaced) await replace()
      else end(isStopping ? 'stopped' : 'crashed', exit)
    } catch (cause) {
      end('crashed', errorText(cause))
    } finally {
      sender.finish()
    }
  }

  const replace = async () => {
    const process = await launch()
    try {
      await process.prepared
    } catch {
      // Its own follower sees it end and decides what comes next.
      return process.kill()
    }
    if (isStopping) return process.stop(false)
    if (leaseUntilMs !== null) process.renewLease(Math.max(0, leaseUntilMs - performance.now()))
    if (startAt !== null) process.start(startAt)
    if (load !== undefined) process.changeLoad(load)
  }

  return {
    ended,
    senders,
    prepare: async () => {
      const process = await launch()
      await process.prepared
      isReady = true
    },
    start: at => {
      startAt = at
      current?.start(at)
    },
    changeLoad: to => {
      load = to
      current?.changeLoad(to)
    },
    renewLease: remainingMs => {
      leaseUntilMs = remainingMs === null ? null : performance.now() + remainingMs
      current?.renewLease(remainingMs)
    },
    stop: force => {
      isStopping = true
      current?.stop(force)
    },
    kill: () => {
      isStopping = true
      current?.kill()
    },
  }
}
