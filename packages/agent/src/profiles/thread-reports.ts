/** Thread dumps that the collector process takes: what is pending, and every report until the server has stored it. */
import {
  dumpCountBounds,
  maxSeriesSeconds,
  threadDumpLimitMs,
} from '@pone/contract/entities/thread-series.ts'
import type { ReportOf } from '@pone/contract/link/messages.ts'
import type { ThreadOrder } from '@pone/contract/link/profiles.ts'
import { toldCause } from '@pone/contract/told-cause.ts'

type Report = ReportOf<'threadsDumped' | 'threadDumpsEnded'>

const maxPending = 20
/** A series that does not end is ended so long after its time. */
const spareMs = 60_000
/** Of dumps that the server has not confirmed, base64; of more the oldest are dropped. */
const maxKeptBytes = 48 * 1024 ** 2

export interface ThreadReportsOptions {
  readonly send: (message: Report) => boolean
  /** An instant of this machine by the clock of the server, epoch ms. */
  readonly toServer: (at: number) => number
  /** A series has not ended in time. */
  readonly onOverdue: (seriesId: string) => void
}

export class ThreadReports {
  readonly #options: ThreadReportsOptions
  readonly #pending = new Map<string, { readonly order: ThreadOrder; readonly timer: NodeJS.Timeout }>()
  readonly #kept = new Map<string, Report>()

  constructor(options: ThreadReportsOptions) {
    this.#options = options
  }

  /** Being taken. */
  get pending(): readonly ThreadOrder[] {
    return [...this.#pending.values()].map(({ order }) => order)
  }

  /** Neither pending nor waiting for a confirmation. */
  get isEmpty(): boolean {
    return this.#pending.size === 0 && this.#kept.size === 0
  }

  /** Whether it is to be taken: one that is known already, or one too many, is not. */
  begin(order: ThreadOrder): boolean {
    const { seriesId } = order
    if (this.#pending.has(seriesId)) return false
    if (this.#kept.has(keyOf(seriesId, 0))) {
      this.repeat()
      return false
    }
    if (this.#pending.size >= maxPending || (order.dumps - 1) * order.seconds > maxSeriesSeconds) {
      this.#end({ seriesId, state: 'failed', cause: toldCause('threadsTooMany', { limit: maxPending }) })
      return false
    }
    const timer = setTimeout(() => this.#options.onOverdue(seriesId), limitMs(order))
    this.#pending.set(seriesId, { order, timer })
    return true
  }

  isPending(seriesId: string): boolean {
    return this.#pending.has(seriesId)
  }

  /** Only what was ordered is reported. */
  read(report: Report): void {
    const pending = this.#pending.get(report.seriesId)
    if (pending === undefined) return
    if (report.kind === 'threadDumpsEnded') return this.#end(report)
    if (report.number > pending.order.dumps) return
    this.#keep({ ...report, at: this.#options.toServer(report.at) }, report.number)
  }

  forget(seriesId: string, number: number): void {
    this.#kept.delete(keyOf(seriesId, number))
  }

  /** Reports again, in order, what the server has not confirmed. */
  repeat(): void {
    for (const report of this.#kept.values()) this.#options.send(report)
  }

  failAll(cause: string): void {
    for (const seriesId of this.#pending.keys()) this.#end({ seriesId, state: 'failed', cause })
  }

  clear(): void {
    for (const { timer } of this.#pending.values()) clearTimeout(timer)
    this.#pending.clear()
  }

  #end(end: Omit<ReportOf<'threadDumpsEnded'>, 'kind'>): void {
    clearTimeout(this.#pending.get(end.seriesId)?.timer)
    this.#pending.delete(end.seriesId)
    this.#keep({ ...end, kind: 'threadDumpsEnded' }, 0)
  }

  #keep(report: Report, number: number): void {
    this.#kept.set(keyOf(report.seriesId, number), report)
    let bytes = [...this.#kept.values()].reduce((sum, each) => sum + bytesOf(each), 0)
    for (const [key, oldest] of this.#kept) {
      if (bytes <= maxKeptBytes && this.#kept.size <= maxPending * dumpCountBounds.max) break
      bytes -= bytesOf(oldest)
      this.#kept.delete(key)
    }
    this.#options.send(report)
  }
}

const limitMs = ({ dumps, seconds }: ThreadOrder): number =>
  (dumps - 1) * seconds * 1_000 + dumps * threadDumpLimitMs + spareMs
const keyOf = (seriesId: string, number: number): string => `${seriesId} ${number}`
const bytesOf = (report: Report): number => (report.kind === 'threadsDumped' ? report.threads.length : 0)
