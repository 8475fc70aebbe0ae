/**
 * Numbers that no other worker of a run generates, however its machines' clocks differ and whichever worker replaces
 * which: each contains a number of the worker that is given once in a run, as a row is. Up to 19 digits; they fit a
 * signed 64-bit column.
 */
import type { LeasedRows } from './leased-rows.ts'

/** Maximum number of workers in a run. */
export const maxNumberingWorkers = 100_000
/** Numbers that a worker generates within a second; further ones use the next second. */
const perSecond = 100_000
const beganSeconds = Date.UTC(2024, 0, 1) / 1_000

export class UniqueNumbers {
  readonly #worker: () => number
  readonly #nowSeconds: () => number
  #second: number
  #given = 0

  /** `worker` returns the worker's own number, 0 to maxNumberingWorkers − 1; `nowSeconds` returns epoch s. */
  constructor(worker: () => number, nowSeconds: () => number = () => Date.now() / 1_000) {
    this.#worker = worker
    this.#nowSeconds = nowSeconds
    this.#second = Math.floor(nowSeconds())
  }

  /** The next number, in decimal digits. */
  next(): string {
    const second = Math.floor(this.#nowSeconds())
    if (second > this.#second) {
      this.#second = second
      this.#given = 0
    } else if (this.#given >= perSecond) {
      this.#second++
      this.#given = 0
    }
    const within = String(this.#given++).padStart(5, '0')
    return `${this.#second - beganSeconds}${String(this.#worker()).padStart(5, '0')}${within}`
  }
}

/** The worker's number, once its position in the run is known. @throws Error when the run has had too many workers */
export function workerNumberOf(places: LeasedRows): () => number {
  let own = -1
  return () => {
    if (own < 0) own = places.take({ reserved: 0 })
    if (own < 0) throw new Error('this run has had too many workers to number')
    return own
  }
}
