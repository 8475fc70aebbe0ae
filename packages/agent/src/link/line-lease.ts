/** How long this agent may take for granted that the server has heard of it: past it, the server may have given its load to others. */

/** The server gives a silent machine's load away after eight seconds; this is well below. */
export const leaseMs = 5_000

export class LineLease {
  readonly #now: () => number
  #heardAt: number | null = null
  #isRefused = false

  /** `now` is monotonic, ms. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** The server has answered what was sent at that instant, so that it has heard of this agent since. */
  answered(sentAt: number): void {
    this.#heardAt = Math.max(this.#heardAt ?? sentAt, sentAt)
    this.#isRefused = false
  }

  /** How the last attempt to reach the server failed: where somebody refuses it the server is down, and gives nothing away. */
  failed(isRefused: boolean): void {
    this.#isRefused = isRefused
  }

  /** ms; null: without an end, because the server is down. */
  get remainingMs(): number | null {
    if (this.#isRefused) return null
    return this.#heardAt === null ? leaseMs : Math.max(0, this.#heardAt + leaseMs - this.#now())
  }
}
