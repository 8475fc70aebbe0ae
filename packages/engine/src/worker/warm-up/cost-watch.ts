/** Follows what requests cost while a worker warms up, and notices when batches of them cost the same. Pure. */

/** Below this many requests a batch costs what chance makes it. */
const batchRequests = 1_000
/** Functions are compiled for good only after some thousand calls: before, a cost that stands still says nothing. */
const minRequests = 4_000
/** Between the costs of two batches that count as the same. */
const tolerance01 = 0.1
/** Comparisons in a row, of a batch with the one before it. */
const sameInARow = 2

export class CostWatch {
  #requests = 0
  #cpuUs: number
  #lastCostUs = Number.NaN
  #same = 0

  /** `cpuUs`: what the thread had used before the first request. */
  constructor(cpuUs: number) {
    this.#cpuUs = cpuUs
  }

  /** Takes the totals so far; whether the last batches cost the same. */
  add(requests: number, cpuUs: number): boolean {
    const batch = requests - this.#requests
    if (batch < batchRequests) return this.#isSteady
    const costUs = (cpuUs - this.#cpuUs) / batch
    const isSame = Math.abs(costUs - this.#lastCostUs) <= tolerance01 * this.#lastCostUs
    this.#same = isSame ? this.#same + 1 : 0
    this.#lastCostUs = costUs
    this.#requests = requests
    this.#cpuUs = cpuUs
    return this.#isSteady
  }

  get #isSteady(): boolean {
    return this.#same >= sameInARow && this.#requests >= minRequests
  }
}
