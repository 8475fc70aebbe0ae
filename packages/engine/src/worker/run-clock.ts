/** The clock of a run: counts from the start instant that is common to all machines, by the monotonic clock. */
import type { RunClock } from '../environment.ts'

export class StartableClock implements RunClock {
  #startAt = Date.now()
  #originMs = performance.now()

  /** Sets the start, epoch ms; past or future. */
  begin(startAt: number): void {
    this.#startAt = startAt
    this.#originMs = performance.now() + (startAt - Date.now())
  }

  elapsedMs(): number {
    return performance.now() - this.#originMs
  }

  epochMs(): number {
    return Math.round(this.#startAt + this.elapsedMs())
  }
}
