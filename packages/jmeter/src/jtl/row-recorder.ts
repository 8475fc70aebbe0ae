/**
 * Counts rows of results second by second as a load worker counts its samples: the source of a run's batches, live or
 * by import.
 */

import type { Batch } from '@pone/contract/link/batch.ts'
import { ErrorGroups } from '@pone/engine/recording/error-groups.ts'
import { Counters } from '@pone/metrics/counters.ts'
import { commonPhases } from '@pone/metrics/phases.ts'
import type { RunLabel } from '@pone/plan/scenario/run-label.ts'
import { maxRunLabels } from '@pone/schema/limits.ts'
import { failureOf } from './failure.ts'
import { isEmptyTransaction, type JtlRow } from './row.ts'

/** A new label: its index in LabelCounters.label, and its name and kind. */
export interface RecordedLabel {
  readonly label: number
  readonly name: string
  readonly kind: Extract<RunLabel['kind'], 'request' | 'transaction'>
  /** Collects all of its kind that came after the last index was used. */
  readonly isOverflow: boolean
}

/** Counts of what ended within one second; the fields have the same meaning as in a batch. */
export interface RecordedSecond extends Pick<Batch, 'second' | 'labels' | 'errors'> {
  /** Labels that no earlier second has named. */
  readonly names: RecordedLabel[]
  /**
   * Active threads by the last row of each machine (its Hostname), summed; a machine that is silent for a while still
   * counts. 0 when no row contains them.
   */
  readonly users: number
  /** Requests counted since the recorder began (cumulative), up to this second in the order of delivery. */
  readonly completed: number
}

export interface RowRecorderOptions {
  /** Start of the run, epoch ms: where second 0 begins. Rows that ended before count in second 0. */
  readonly startAtMs: number
  /** On: parts of other samples count as requests too. Default off: they are left out. */
  readonly countsSubSamples?: boolean
  /** Default: the maximum of a run. The last two are those of the overflow labels. */
  readonly maxLabels?: number
}

/** Name of the overflow labels. */
export const overflowLabelName = 'other'

/**
 * Maximum length of a name; a longer one is cut, with a mark that distinguishes it from others of the same beginning.
 */
const maxNameLength = 500

/** Latest second of a run after its start: a broken clock would fill the database. */
const maxSecond = 366 * 86_400

/** A machine without a sample for longer has ended. */
const silentSeconds = 60
/** Maximum number of separate machines; a column of random names must not fill the memory. */
const maxHosts = 1_000

interface OpenSecond {
  readonly counters: (Counters | undefined)[]
  readonly errors: ErrorGroups
  /** By machine. */
  readonly users: Map<string, number>
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
  /** The last users of each machine, in the seconds already delivered. */
  readonly #hosts = new Map<string, { users: number; second: number }>()
  /** By the index of commonPhases, µs. */
  readonly #phases: (number | null)[] = [null, null, null, null, null]

  constructor(options: RowRecorderOptions) {
    this.#options = options
    this.#maxLabels = options.maxLabels ?? maxRunLabels
  }

  /** Rows that are not counted: sub-samples, and transactions without a sample. */
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
    const name = row.label.length > maxNameLength ? shortened(row.label) : row.label
    const label = this.#labels[kind].get(name) ?? this.#newLabel(name, kind)
    const counters = (open.counters[label] ??= new Counters())
    // A transaction's bytes are those of its requests.
    if (row.isTransaction) counters.record(row.elapsedMs * 1_000, row.isSuccess, 0, 0)
    else {
      counters.record(row.elapsedMs * 1_000, row.isSuccess, row.sentBytes, row.receivedBytes)
      this.#recordPhases(row, counters)
      open.requests++
    }
    if (!row.isSuccess && !row.isTransaction) open.errors.add(label, failureOf(row), endAtMs, null)
    if (row.allThreads > 0) open.users.set(row.hostName, row.allThreads)
  }

  /**
   * Returns the counts of the seconds before that one, ascending, and removes them. A later row for an already
   * returned second opens it again: its figures must be added to the earlier ones.
   */
  takeBefore(second: number): RecordedSecond[] {
    const ready = [...this.#open.keys()].filter(each => each < second).sort((a, b) => a - b)
    return ready.map(each => this.#take(each))
  }

  /** Returns all remaining seconds. */
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
    const users = this.#usersAt(second, open.users)
    const taken = { second, labels, errors: open.errors.take(), names, users, completed: this.#completed }
    open.users.clear()
    open.requests = 0
    this.#spare.push(open)
    return taken
  }

  /** Phases of the time as JMeter measures them; it writes 0 where it measured none. @see SampleResult.setLatency, setConnectTime */
  #recordPhases({ elapsedMs, latencyMs, connectMs }: JtlRow, counters: Counters): void {
    const hasConnected = connectMs > 0 && connectMs <= elapsedMs
    const hasAnswered = latencyMs > 0 && latencyMs <= elapsedMs && connectMs <= latencyMs
    if (!hasConnected && !hasAnswered) return
    const times = this.#phases
    times[1] = hasConnected ? connectMs * 1_000 : null
    times[3] = hasAnswered ? (latencyMs - Math.max(0, connectMs)) * 1_000 : null
    times[4] = hasAnswered ? (elapsedMs - latencyMs) * 1_000 : null
    counters.recordPhases(times, commonPhases)
  }

  #usersAt(second: number, hosts: ReadonlyMap<string, number>): number {
    for (const [host, users] of hosts) {
      if (this.#hosts.has(host) || this.#hosts.size < maxHosts) this.#hosts.set(host, { users, second })
    }
    if (hosts.size === 0) return 0
    let sum = 0
    for (const [host, last] of this.#hosts) {
      if (Math.abs(second - last.second) <= silentSeconds) sum += last.users
      else this.#hosts.delete(host)
    }
    return sum
  }

  #secondOf(second: number): OpenSecond {
    let open = this.#open.get(second)
    if (open === undefined) {
      open = this.#spare.pop() ?? { counters: [], errors: new ErrorGroups(), users: new Map(), requests: 0 }
      this.#open.set(second, open)
      if (second > this.#latestSecond) this.#latestSecond = second
    }
    this.#last = open
    this.#lastSecond = second
    return open
  }

  #newLabel(name: string, kind: RecordedLabel['kind']): number {
    // Two indexes are reserved: later labels share one for requests and one for transactions.
    const isOverflow = this.#labels.request.size + this.#labels.transaction.size >= this.#maxLabels - 2
    const label = (isOverflow ? this.#overflow.get(kind) : undefined) ?? this.#labelCount++
    if (!isOverflow) this.#labels[kind].set(name, label)
    else if (this.#overflow.has(kind)) return label
    else this.#overflow.set(kind, label)
    this.#new.push({ label, name: isOverflow ? overflowLabelName : name, kind, isOverflow })
    return label
  }
}

function shortened(name: string): string {
  let [a, b] = [0x811c9dc5, 0x9747b28c]
  for (let at = 0; at < name.length; at++) {
    const unit = name.charCodeAt(at)
    a = Math.imul(a ^ unit, 0x01000193)
    b = Math.imul(b ^ unit, 0x85ebca6b) ^ (b >>> 13)
  }
  const mark = [a, b].map(each => (each >>> 0).toString(16).padStart(8, '0')).join('')
  return `${name.slice(0, maxNameLength - mark.length - 1).toWellFormed()}…${mark}`
}
