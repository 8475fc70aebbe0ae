/** Has flame diagrams taken by a collector process of their own, which reads what JVMs wrote, and keeps every end until the server confirms it. */
import type { FamilyCommand, ReportOf } from '@pone/contract/link/messages.ts'
import type { TakeOrder, TakeOutcome } from '@pone/contract/link/profiles.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import type { MachineLimits } from '@pone/monitors/transports/machine-limits.ts'
import type { CollectorReport } from '../collector/protocol.ts'
import type { Log } from '../log.ts'
import type { CollectorWalls } from '../monitors/collector-process.ts'
import { KeptCollector, type KeptCollectorOptions } from '../monitors/kept-collector.ts'
import { beginOrder } from '../monitors/planned.ts'

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

type Question = Extract<FamilyCommand<'profiles'>, { kind: 'dumpThreads' }>

export interface ProfilerOptions extends Pick<KeptCollectorOptions, 'program'> {
  readonly limits: MachineLimits
  /** Folders with a library of async-profiler per version. */
  readonly profilerFolders: readonly string[]
  readonly send: (message: ReportOf<'profileTaken' | 'threadsDumped'>) => boolean
  /** An instant of this machine by the clock of the server, epoch ms. */
  readonly toServer: (at: number) => number
  readonly log: Log
}

export class Profiler {
  readonly #options: ProfilerOptions
  readonly #collector: KeptCollector
  readonly #pending = new Map<string, { readonly order: TakeOrder; readonly timer: NodeJS.Timeout }>()
  readonly #ended = new Map<string, TakeOutcome>()
  /** Thread dumps that are asked for. */
  readonly #questions = new Map<string, Question>()
  #idle: NodeJS.Timeout | undefined
  #repeating: NodeJS.Timeout | undefined

  constructor(options: ProfilerOptions) {
    this.#options = options
    const { program, limits, profilerFolders } = options
    this.#collector = new KeptCollector({
      ...(program === undefined ? {} : { program }),
      walls: () => usualWalls,
      bytesPerSecond: () => bytesPerSecond,
      onReport: report => this.#read(report),
      onStart: () => {
        this.#collector.send(beginOrder(limits, profilerFolders))
        for (const { order } of this.#pending.values()) this.#collector.send({ kind: 'takeProfile', order })
        for (const question of this.#questions.values()) this.#collector.send(question)
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
    if (this.#ended.size === 0) this.#quiet()
  }

  /** Answered once; its asker does not wait for a repetition. */
  dumpThreads(question: Question): void {
    if (this.#questions.size >= maxPending)
      return this.#refuse(question.queryId, toldCause('profileTooMany', { limit: maxPending }))
    this.#questions.set(question.queryId, question)
    clearTimeout(this.#idle)
    if (!this.#collector.send(question)) this.#collector.need()
  }

  /** Reports again what the server has not confirmed. */
  repeat(): void {
    for (const [takeId, outcome] of this.#ended) this.#options.send({ kind: 'profileTaken', takeId, outcome })
  }

  /** Recordings end on their JVMs. */
  async close(): Promise<void> {
    clearTimeout(this.#idle)
    this.#quiet()
    for (const { timer } of this.#pending.values()) clearTimeout(timer)
    this.#pending.clear()
    await this.#collector.release()
  }

  #read(report: CollectorReport): void {
    if (report.kind === 'ready' || report.kind === 'alive') return
    if (report.kind === 'threadsDumped') return this.#answer(report)
    if (report.kind !== 'profileTaken') throw new Error('only flame diagrams are taken here')
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
    this.#repeating ??= setInterval(() => this.repeat(), repeatEveryMs)
    this.#rest()
  }

  #answer(report: ReportOf<'threadsDumped'>): void {
    if (!this.#questions.delete(report.queryId)) return
    this.#options.send(report)
    this.#rest()
  }

  #refuse(queryId: string, cause: string): void {
    this.#questions.delete(queryId)
    this.#options.send({ kind: 'threadsDumped', queryId, threads: null, cause })
  }

  /** The process ends when it has had nothing to do for a while. */
  #rest(): void {
    if (this.#pending.size > 0 || this.#questions.size > 0) return
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => void this.#collector.release(), idleMs)
  }

  #quiet(): void {
    clearInterval(this.#repeating)
    this.#repeating = undefined
  }

  /** Those that are taken beside it end too: they share the process. */
  async #overdue({ takeId, seconds }: TakeOrder): Promise<void> {
    this.#end(takeId, {
      state: 'failed',
      cause: toldCause('profileTimedOut', { seconds: seconds + deadlineMs / 1_000 }),
    })
    this.#options.log(`a flame diagram was not taken in time: ${takeId}`)
    for (const each of this.#pending.keys())
      this.#end(each, { state: 'failed', cause: toldCause('profileProcessEnded') })
    for (const queryId of this.#questions.keys()) this.#refuse(queryId, toldCause('profileProcessEnded'))
    await this.#collector.release()
  }

  #died(how: string): void {
    this.#options.log(`the process that takes flame diagrams ended: ${how}`)
    for (const takeId of this.#pending.keys())
      this.#end(takeId, { state: 'failed', cause: toldCause('profileProcessEnded', {}, how.slice(0, 2_000)) })
    for (const queryId of this.#questions.keys()) this.#refuse(queryId, toldCause('profileProcessEnded'))
    void this.#collector.release()
  }
}
