/** The time limits of a run: of its state, of a stop, of a forced stop, and of its planned load. */

import { type RunState, runStateTimeoutMs } from '@pone/contract/states.ts'
import type { RunRecord } from '@pone/results/run-record.ts'

/** A forced stop ends the run after this, even if machines have not answered. */
const forcePatienceMs = 8_000
/** A run that is ready and starts together with others waits this long for its start instant. */
const heldPatienceMs = 10 * 60_000
const shortestDrainMs = 10_000
const longestDrainMs = 120_000
const runOverheadMs = 60_000

/** Which limit has passed: of the state, of the forced stop, of the stop (it must be forced), or of the planned load. */
export type Overdue = 'state' | 'forcedStop' | 'stop' | 'load'

export class RunDeadlines {
  readonly #drainMs: number
  #stateSince: number
  /** Maximum time of the run in a state, where it differs from the default. */
  readonly #patienceMs: Partial<Record<RunState, number>> = {}
  #forceAt: number | null = null
  #forceDeadline: number | null = null

  /** `longestResponseMs` is how long a running request may still take. */
  constructor({ longestResponseMs }: { readonly longestResponseMs: number }, now: number) {
    this.#drainMs = Math.min(longestDrainMs, Math.max(shortestDrainMs, longestResponseMs + 5_000))
    this.#stateSince = now
  }

  /** The run has changed its state. */
  enter(now: number): void {
    this.#stateSince = now
  }

  allow(state: RunState, patienceMs: number): void {
    this.#patienceMs[state] = patienceMs
  }

  /** The run is ready, and waits for others. */
  hold(now: number): void {
    this.allow('readyToRun', now - this.#stateSince + heldPatienceMs)
  }

  /** Running requests may end until the stop must be forced. */
  stop(now: number): void {
    this.#forceAt = now + this.#drainMs
  }

  force(now: number): void {
    this.#forceDeadline = now + forcePatienceMs
  }

  get isForced(): boolean {
    return this.#forceDeadline !== null
  }

  /** null while no limit has passed. */
  overdue(record: RunRecord, now: number): Overdue | null {
    const { state, startedAt, plannedDurationMs, stopCause } = record
    const limitMs = this.#patienceMs[state] ?? runStateTimeoutMs[state]
    if (limitMs !== undefined && now - this.#stateSince > limitMs) return 'state'
    if (state !== 'running' || startedAt === null) return null
    if (this.#forceDeadline !== null) {
      if (now >= this.#forceDeadline) return 'forcedStop'
    } else if (this.#forceAt !== null && now >= this.#forceAt) return 'stop'
    if (plannedDurationMs === null || stopCause !== null) return null
    return now - startedAt > plannedDurationMs + this.#drainMs + runOverheadMs ? 'load' : null
  }
}
