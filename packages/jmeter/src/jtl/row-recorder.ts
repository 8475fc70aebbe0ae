/** Counts rows of results second by second as a load worker counts its samples: what becomes a run's batches, live or by import. */

import type { RunLabel } from '@pone/contract/entities/run.ts'
import { maxRunLabels } from '@pone/contract/limits.ts'
import type { Batch } from '@pone/contract/link/batch.ts'
import { ErrorGroups } from '@pone/engine/recording/error-groups.ts'
import { Counters } from '@pone/metrics/counters.ts'
import { failureOf } from './failure.ts'
import { isEmptyTransaction, type JtlRow } from './row.ts'

/** A label that came to be: its place in LabelCounters.label, and what it stands for. */
export interface RecordedLabel {
  readonly label: number
  readonly name: string
  readonly kind: Extract<RunLabel['kind'], 'request' | 'transaction'>
  /** Stands for all of its kind that came after the last place was taken. */
  readonly isOverflow: boolean
}

/** What ended within one second; the fields have the meaning that they have in a batch. */
export interface RecordedSecond extends Pick<Batch, 'second' | 'labels' | 'errors'> {
  /** Labels that no second handed over before has named. */
  readonly names: RecordedLabel[]
  /** Most threads that any of its rows told of, of the machine that took the sample; 0 when none did. */
  readonly users: number
  /** Requests counted since the recorder began (cumulative), up to this second in the order of handing over. */
  readonly completed: number
}

export interface RowRecorderOptions {
  /** Of the run, epoch ms: where second 0 begins. Rows that ended before count in second 0. */
  readonly startAtMs: number
  /** On: parts of other samples are requests too. Default off: they are left out. */
  readonly countsSubSamples?: boolean
  /** Default: a run's most. The last two are those of the overflow labels. */
  readonly maxLabels?: number
}

/** Name of the labels for what comes after the last place. */
export const overflowLabelName = 'other'

/** Second of a run may not be later than this after its start: a broken clock would fill the database. */
const maxSecond = 366 * 86_400

interface OpenSecond {
  readonly counters: (Counters | undefined)[]
  readonly errors: ErrorGroups
  users: number
  requests: number
}

export class RowRecorder {
  readonly #options: RowRecorderOptions
  readonly #maxLabels: number
  readonly #labels = { request: new Map<string, number>(), transaction: new Map<string, number>() }
  readonly #open = new Map<number, OpenSecond>()
  #new: RecordedLabel[] = []
  #labelCount = 0
  readonly #overflow = new Map<RecordedLabel['kind'], number>()
  #completed = 0
  #latestSecond = 0
  #leftOut = 0
  /** The second of the row before: most rows follow in the same one. */
  #last: OpenSecond | null = null
  #lastSecond = -1
  readonly #spare: OpenSecond[] = []

  constructor(options: RowRecorderOptions) {
    this.#options = options
    this.#maxLabels = options.maxLabels ?? maxRunLabels
  }

  /** Rows that count as nothing: sub-samples, and transactions without a sample. */
  get leftOut(): number {
    return this.#leftOut
  }

  /** Latest second that any row ended in; 0 before the first. */
  get latestSecond(): number {
    return this.#latestSecond
  }

  /** Counts one row in the second of its end. */
  add(row: JtlRow): void {
    if (
      (row.isSubSample && this.#options.countsSubSamples !== true) ||
      (row.isTransaction && isEmptyTransaction(row))
    ) {
      this.#leftOut++
      return
    }
    const endAtMs = row.timeStampMs + row.elapsedMs
    const second = Math.min(Math.max(0, Math.floor((endAtMs - this.#options.startAtMs) / 1_000)), maxSecond)
    const open = second === this.#lastSecond && this.#last !== null ? this.#last : this.#secondOf(second)
    const kind = row.isTransaction ? 'transaction' : 'request'
    const label = this.#labels[kind].get(row.label) ?? this.#newLabel(row.label, kind)
    const counters = (open.counters[label] ??= new Counters())
    // A transaction's bytes are those of its requests.
    if (row.isTransaction) counters.record(row.elapsedMs * 1_000, row.isSuccess, 0, 0)
    else {
      counters.record(row.elapsedMs * 1_000, row.isSuccess, row.sentBytes, row.receivedBytes)
      open.requests++
    }
    if (!row.isSuccess && !row.isTransaction) open.errors.add(label, failureOf(row), endAtMs, null)
    if (row.allThreads > open.users) open.users = row.allThreads
  }

  /**
   * Hands over what was counted in the seconds before that one, ascending, and forgets it. A row that comes later for a
   * second handed over before opens it again: its figures are to be added to the earlier ones.
   */
  takeBefore(second: number): RecordedSecond[] {
    const ready = [...this.#open.keys()].filter(each => each < second).sort((a, b) => a - b)
    return ready.map(each => this.#take(each))
  }

  /** Hands over all that is left. */
  takeAll(): RecordedSecond[] {
    return this.takeBefore(Number.POSITIVE_INFINITY)
  }

  #take(second: number): RecordedSecond {
    const open = this.#open.get(second) as OpenSecond
    this.#open.delete(second)
    if (this.#lastSecond === second) {
      this.#last = null
      this.#lastSecond = -1
    }
    const labels: Batch['labels'] = []
    for (const [label, counters] of open.counters.entries()) {
      if (counters === undefined || counters.count === 0) continue
      labels.push({ label, ...counters.toWire() })
      counters.reset()
    }
    this.#completed += open.requests
    const names = this.#new
    this.#new = []
    const { users } = open
    const taken = { second, labels, errors: open.errors.take(), names, users, completed: this.#completed }
    open.users = 0
    open.requests = 0
    this.#spare.push(open)
    return taken
  }

  #secondOf(second: number): OpenSecond {
    let open = this.#open.get(second)
    if (open === undefined) {
      open = this.#spare.pop() ?? { counters: [], errors: new ErrorGroups(), users: 0, requests: 0 }
      this.#open.set(second, open)
      if (second > this.#latestSecond) this.#latestSecond = second
    }
    this.#last = open
    this.#lastSecond = second
    return open
  }

  #newLabel(name: string, kind: RecordedLabel['kind']): number {
    // Two places are kept: what comes after is one label for requests and one for transactions.
    const isOverflow = this.#labels.request.size + this.#labels.transaction.size >= this.#maxLabels - 2
    const label = (isOverflow ? this.#overflow.get(kind) : undefined) ?? this.#labelCount++
    if (!isOverflow) this.#labels[kind].set(name, label)
    else if (this.#overflow.has(kind)) return label
    else this.#overflow.set(kind, label)
    this.#new.push({ label, name: isOverflow ? overflowLabelName : name, kind, isOverflow })
    return label
  }
}
