/** When arrivals are due: the rate is added up over cells of 10 ms, the same ones on every worker, so that all number the arrivals of a run alike. */

const cellMs = 10

export interface ArrivalGridOptions {
  /** Arrivals per second of the whole run. */
  rateAt(elapsedMs: number): number
  /** Whether the arrival with this number, from 0, is an own one. */
  owns(arrival: number): boolean
}

/** An own arrival; `dueMs` since the start of the run. */
export interface DueArrival {
  readonly arrival: number
  readonly dueMs: number
}

export class ArrivalGrid {
  readonly #options: ArrivalGridOptions
  /** Cells that have been opened. */
  #cells = 0
  /** Arrivals of the whole run before the open cell, and in it; fractional. */
  #before = 0
  #inCell = 0
  /** Number of the own arrival that comes next in the open cell; at or beyond the cell's end when there is none. */
  #next = 0

  constructor(options: ArrivalGridOptions) {
    this.#options = options
  }

  /** Leaves out what was due before. */
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

  /** Not before then is anything due: the next own arrival of the open cell, or else its end. */
  get nextMs(): number {
    return this.#hasNext ? this.#dueMs : this.#cells * cellMs
  }

  get #hasNext(): boolean {
    return this.#next < this.#before + this.#inCell
  }

  get #dueMs(): number {
    return (this.#cells - 1 + (this.#next - this.#before) / this.#inCell) * cellMs
  }

  #open(): void {
    this.#before += this.#inCell
    this.#inCell = (this.#options.rateAt((this.#cells + 0.5) * cellMs) * cellMs) / 1_000
    this.#cells++
    this.#advance(Math.ceil(this.#before))
  }

  #advance(from: number): void {
    const end = this.#before + this.#inCell
    this.#next = from
    while (this.#next < end && !this.#options.owns(this.#next)) this.#next++
  }
}
