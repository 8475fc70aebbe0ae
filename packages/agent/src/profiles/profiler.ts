/** Has flame diagrams and thread dumps taken by a collector process of their own, which reads what JVMs wrote, and keeps every end until the server confirms it. */
import type { ReportOf } from '@pone/contract/link/messages.ts'
import type { TakeOrder, TakeOutcome, ThreadOrder } from '@pone/contract/link/profiles.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import type { MachineLimits } from '@pone/monitors/transports/machine-limits.ts'
import type { CollectorReport } from '../collector/protocol.ts'
import type { Log } from '../log.ts'
import type { CollectorWalls } from '../monitors/collector-process.ts'
import { KeptCollector, type KeptCollectorOptions } from '../monitors/kept-collector.ts'
import { beginOrder } from '../monitors/planned.ts'
import { ThreadReports } from './thread-reports.ts'

/** Without an order for this long the process ends. */
const idleMs = 60_000
const bytesPerSecond = 16 * 1024 ** 2
const heapMib = 1_024
/** Reading a recording takes seconds in which nothing else is done; an order that does not end is ended by its deadline. */
const usualWalls: CollectorWalls = {
  heapMiB: heapMib,
  memoryBytes: 2 * heapMib * 1024 ** 2,
  isWatched: false,
}
/** The process has its own limit, which is lower. */
const deadlineMs = 90_000
const maxPending = 20
/** What the server could not store is told again. */
const repeatEveryMs = 30_000
/** Ends that the server has not confirmed; each has a few MB at most. */
const maxKept = 10

export interface ProfilerOptions extends Pick<KeptCollectorOptions, 'program'> {
  readonly limits: MachineLimits
  /** Folders with a library of async-profiler per version. */
  readonly profilerFolders: readonly string[]
  readonly send: (message: ReportOf<'profileTaken' | 'threadsDumped' | 'threadDumpsEnded'>) => boolean
  /** An instant of this machine by the clock of the server, epoch ms. */
  readonly toServer: (at: number) => number
  readonly log: Log
}

export class Profiler {
  readonly #options: ProfilerOptions
  readonly #collector: KeptCollector
  readonly #pending = new Map<string, { readonly order: TakeOrder; readonly timer: NodeJS.Timeout }>()
  readonly #ended = new Map<string, TakeOutcome>()
  readonly #threads: ThreadReports
  #idle: NodeJS.Timeout | undefined
  #repeating: NodeJS.Timeout | undefined

  constructor(options: ProfilerOptions) {
    this.#options = options
    const { program, limits, profilerFolders, send, toServer } = options
    this.#threads = new ThreadReports({ send, toServer, onOverdue: seriesId => void this.#late(seriesId) })
    this.#collector = new KeptCollector({
      ...(program === undefined ? {} : { program }),
      walls: () => usualWalls,
      bytesPerSecond: () => bytesPerSecond,
      onReport: report => this.#read(report),
      onStart: () => {
        this.#collector.send(beginOrder(limits, profilerFolders))
        for (const { order } of this.#pending.values()) this.#collector.send({ kind: 'takeProfile', order })
        for (const each of this.#threads.pending)
          this.#collector.send({ kind: 'takeThreadDumps', order: each })
      },
      onDeath: how => this.#died(how),
    })
  }

  get pid(): number | undefined {
    return this.#collector.pid
  }

  /** One that is known already is not taken again. */
  take(order: TakeOrder): void {
    const { takeId, seconds } = order
    if (this.#pending.has(takeId)) return
    if (this.#ended.has(takeId)) return this.repeat()
    if (this.#pending.size >= maxPending)
      return this.#end(takeId, {
        state: 'failed',
        cause: toldCause('profileTooMany', { limit: maxPending }),
      })
    const timer = setTimeout(() => void this.#overdue(order), seconds * 1_000 + deadlineMs)
    this.#pending.set(takeId, { order, timer })
    clearTimeout(this.#idle)
    // A process that starts is told what is pending.
    if (!this.#collector.send({ kind: 'takeProfile', order })) this.#collector.need()
  }

  cancel(takeId: string): void {
    if (this.#pending.has(takeId)) this.#collector.send({ kind: 'cancelProfile', takeId })
  }

  forget(takeId: string): void {
    this.#ended.delete(takeId)
    this.#quietIfDone()
  }

  /** A series that is known already is not taken again. */
  takeThreadDumps(order: ThreadOrder): void {
    if (!this.#threads.begin(order)) return this.#told()
    clearTimeout(this.#idle)
    if (!this.#collector.send({ kind: 'takeThreadDumps', order })) this.#collector.need()
  }

  cancelThreadDumps(seriesId: string): void {
    if (this.#threads.isPending(seriesId)) this.#collector.send({ kind: 'cancelThreadDumps', seriesId })
  }

  forgetThreadDump(seriesId: string, number: number): void {
    this.#threads.forget(seriesId, number)
    this.#quietIfDone()
  }

  /** Reports again what the server has not confirmed. */
  repeat(): void {
    for (const [takeId, outcome] of this.#ended) this.#options.send({ kind: 'profileTaken', takeId, outcome })
    this.#threads.repeat()
  }

  /** Recordings end on their JVMs. */
  async close(): Promise<void> {
    clearTimeout(this.#idle)
    this.#quiet()
    for (const { timer } of this.#pending.values()) clearTimeout(timer)
    this.#pending.clear()
    this.#threads.clear()
    await this.#collector.release()
  }

  #read(report: CollectorReport): void {
    if (report.kind === 'ready' || report.kind === 'alive') return
    if (report.kind === 'threadsDumped' || report.kind === 'threadDumpsEnded') {
      this.#threads.read(report)
      return this.#told()
    }
    if (report.kind !== 'profileTaken') throw new Error('only flame diagrams and thread dumps are taken here')
    // Only what was ordered is reported.
    if (!this.#pending.has(report.takeId)) return
    const { outcome } = report
    this.#end(
      report.takeId,
      outcome.state === 'complete'
        ? { ...outcome, startedAt: this.#options.toServer(outcome.startedAt) }
        : outcome,
    )
  }

  #end(takeId: string, outcome: TakeOutcome): void {
    clearTimeout(this.#pending.get(takeId)?.timer)
    this.#pending.delete(takeId)
    this.#ended.set(takeId, outcome)
    for (const oldest of this.#ended.keys()) {
      if (this.#ended.size <= maxKept) break
      this.#ended.delete(oldest)
    }
    this.#options.send({ kind: 'profileTaken', takeId, outcome })
    this.#told()
  }

  /** What is not confirmed is told again. */
  #told(): void {
    this.#repeating ??= setInterval(() => this.repeat(), repeatEveryMs)
    this.#rest()
  }

  /** The process ends when it has had nothing to do for a while. */
  #rest(): void {
    if (this.#pending.size > 0 || this.#threads.pending.length > 0) return
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => void this.#collector.release(), idleMs)
  }

  #quietIfDone(): void {
    if (this.#ended.size === 0 && this.#threads.isEmpty) this.#quiet()
  }

  #quiet(): void {
    clearInterval(this.#repeating)
    this.#repeating = undefined
  }

  async #overdue({ takeId, seconds }: TakeOrder): Promise<void> {
    this.#end(takeId, {
      state: 'failed',
      cause: toldCause('profileTimedOut', { seconds: seconds + deadlineMs / 1_000 }),
    })
    await this.#late(takeId)
  }

  /** What is taken beside it ends too: it shares the process. */
  async #late(id: string): Promise<void> {
    this.#options.log(`a flame diagram or thread dump was not taken in time: ${id}`)
    this.#failAll(toldCause('profileProcessEnded'))
    await this.#collector.release()
  }

  #died(how: string): void {
    this.#options.log(`the process that takes flame diagrams ended: ${how}`)
    this.#failAll(toldCause('profileProcessEnded', {}, how.slice(0, 2_000)))
    void this.#collector.release()
  }

  #failAll(cause: string): void {
    for (const takeId of this.#pending.keys()) this.#end(takeId, { state: 'failed', cause })
    this.#threads.failAll(cause)
    this.#told()
  }
}
