/**
 * The times of arrivals: the rate is summed over cells of 10 ms, the same ones on every worker, so that all workers
 * number the arrivals of a run in the same way. A time T at a rate r has r × T arrivals, the first at 0 and none at T:
 * [0, T).
 */

const cellMs = 10
/**
 * Sums of rates are exact to less than this; an arrival that close to a cell's end belongs to the next cell. At low
 * rates a cell holds less than that itself: there the sums are small, and a thousandth of a cell is 10 µs.
 */
const toleranceArrivals = 1e-6
const toleranceOfCell = 1e-3

export interface ArrivalGridOptions {
  /** Arrivals per second of the whole run. */
  rateAt(elapsedMs: number): number
  /** Whether the arrival with this number, from 0, is one of this worker's. */
  owns(arrival: number): boolean
  /** Nothing arrives before, ms; 0 where it is left out. */
  readonly fromMs?: number
}

/** An own arrival; `dueMs` since the start of the run. */
export interface DueArrival {
  readonly arrival: number
  readonly dueMs: number
}

export class ArrivalGrid {
  readonly #options: ArrivalGridOptions
  /** Number of cells that have been opened. */
  #cells = 0
  /** Arrivals of the whole run before the open cell, and in it; fractional. */
  #before = 0
  #inCell = 0
  /** Rounding error of `#before`, so that errors of many cells do not add up (Neumaier's sum). */
  #rounded = 0
  /** Number of the own arrival that comes next in the open cell; at or beyond the cell's end when there is none. */
  #next = 0

  constructor(options: ArrivalGridOptions) {
    this.#options = options
    this.#cells = Math.floor((options.fromMs ?? 0) / cellMs)
  }

  /** Skips arrivals that were due before. */
  skipTo(elapsedMs: number): void {
    while (this.#cells * cellMs < elapsedMs) this.#open()
    while (this.#hasNext && this.#dueMs < elapsedMs) this.#advance(this.#next + 1)
  }

  /** The next own arrival that was due before that instant; null when there is none. */
  take(elapsedMs: number): DueArrival | null {
    while (!this.#hasNext) {
      if (this.#cells * cellMs >= elapsedMs) return null
      this.#open()
    }
    const due = { arrival: this.#next, dueMs: this.#dueMs }
    if (due.dueMs >= elapsedMs) return null
    this.#advance(this.#next + 1)
    return due
  }

  /** Nothing is due before this: the next own arrival of the open cell, or else its end. */
  get nextMs(): number {
    return this.#hasNext ? this.#dueMs : this.#cells * cellMs
  }

  get #hasNext(): boolean {
    return this.#next < this.#end
  }

  /** Arrivals before it are due in the open cell or earlier. */
  get #end(): number {
    return this.#before + this.#rounded + this.#inCell - this.#tolerance
  }

  get #tolerance(): number {
    return Math.min(toleranceArrivals, this.#inCell * toleranceOfCell)
  }

  get #dueMs(): number {
    const since = Math.max(0, this.#next - this.#before - this.#rounded)
    return (this.#cells - 1 + since / this.#inCell) * cellMs
  }

  #open(): void {
    const sum = this.#before + this.#inCell
    // The cell is the larger one only at the very beginning, where nothing is rounded.
    this.#rounded += this.#before - sum + this.#inCell
    this.#before = sum
    this.#inCell = (this.#options.rateAt((this.#cells + 0.5) * cellMs) * cellMs) / 1_000
    this.#cells++
    this.#advance(Math.max(0, Math.ceil(this.#before + this.#rounded - this.#tolerance)))
  }

  #advance(from: number): void {
    const end = this.#end
    this.#next = from
    while (this.#next < end && !this.#options.owns(this.#next)) this.#next++
  }
}
