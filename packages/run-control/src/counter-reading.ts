/** Reads the values of monitors that a run's SLA rules judge, while the run goes on: once a second for all rules, one reading at a time. */
import type { LiveRun } from '@pone/results/live/live-run.ts'
import type { RunRecord } from '@pone/results/run-record.ts'
import { errorText } from '@pone/schema/error-text.ts'
import type { ActiveRunDeps } from './active-run-deps.ts'

const everyMs = 1_000
/** After a failure. */
const againMs = 5_000

export class CounterReading {
  readonly #record: RunRecord
  readonly #live: LiveRun
  readonly #deps: Pick<ActiveRunDeps, 'ruleValues' | 'onFailure' | 'now'>
  #isReading = false
  #nextAt = 0

  constructor(
    record: RunRecord,
    live: LiveRun,
    deps: Pick<ActiveRunDeps, 'ruleValues' | 'onFailure' | 'now'>,
  ) {
    this.#record = record
    this.#live = live
    this.#deps = deps
  }

  /** Begins to read, unless that is under way or not due. The judging of the next tick finds the values. */
  read(now: number): void {
    const { ruleValues } = this.#deps
    if (ruleValues === undefined || this.#live.counters.isEmpty || this.#record.stopCause !== null) return
    if (this.#isReading || now < this.#nextAt) return
    this.#isReading = true
    this.#nextAt = now + everyMs - everyMs / 5
    ruleValues(this.#record, this.#live.counters.taken())
      .then(values => {
        const { startedAt, state } = this.#record
        if (startedAt !== null && state === 'running') this.#live.counters.add(startedAt, values)
      })
      .catch((cause: unknown) => {
        this.#nextAt = this.#deps.now() + againMs
        this.#deps.onFailure?.(
          `values of monitors for the rules of run ${this.#record.id}: ${errorText(cause)}`,
          cause,
        )
      })
      .finally(() => {
        this.#isReading = false
      })
  }
}
