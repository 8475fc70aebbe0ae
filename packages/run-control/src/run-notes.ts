/** Stores the changes of a run asynchronously, order kept, and its events. */
import type { RunEvent } from '@pone/contract/entities/run.ts'
import type { LiveRun } from '@pone/results/live/live-run.ts'
import type { RunChanges, RunRecord } from '@pone/results/run-record.ts'
import type { RunStore } from './run-store.ts'
import type { RunWriter } from './run-writer.ts'

export interface RunNotesDeps {
  readonly runs: Pick<RunStore, 'update' | 'addEvent'>
  readonly writer: RunWriter
  readonly now: () => number
}

export class RunNotes {
  readonly #record: RunRecord
  readonly #live: LiveRun
  readonly #deps: RunNotesDeps

  constructor(record: RunRecord, live: LiveRun, deps: RunNotesDeps) {
    this.#record = record
    this.#live = live
    this.#deps = deps
  }

  /** `what` names the change in the report of a failure. */
  write(what: string, changes: RunChanges): void {
    const { id } = this.#record
    this.#deps.writer.add(what, () => this.#deps.runs.update(id, changes))
  }

  /** `by` is the account of the user who caused it, null when there is none. */
  tell(kind: RunEvent['kind'], params: RunEvent['params'], by: string | null = null): void {
    const event = { at: this.#deps.now(), kind, params, by }
    this.#live.addEvent(event)
    const { id } = this.#record
    this.#deps.writer.add('event', () => this.#deps.runs.addEvent(id, event))
  }

  /** State, times and cause of the present record. */
  writeState(): void {
    const { state, cause, causeDetail, startedAt, endedAt, slaResults } = this.#record
    this.write('state', { state, cause, causeDetail, startedAt, endedAt, slaResults, ...this.#totals() })
    this.tell('stateChanged', cause === null ? { to: state } : { to: state, cause })
  }

  /** Skipped while other writes wait: the next totals include these. */
  writeTotals(): void {
    if (!this.#deps.writer.isBusy) this.write('totals', this.#totals())
  }

  #totals(): RunChanges {
    const { requests, failed, requestsPerSecond, p95Ms, peakUsers, usersBasis } = this.#record
    const { sla, suspect, isGeneratorLimit } = this.#record
    return {
      requests,
      failed,
      requestsPerSecond,
      p95Ms,
      peakUsers,
      usersBasis,
      sla,
      suspect,
      isGeneratorLimit,
    }
  }
}
