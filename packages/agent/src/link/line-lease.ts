/** How long this agent may assume that the server still counts it as online: after that, the server may have moved its load to other machines. */

/** The server moves a silent machine's load after eight seconds; this is well below. */
export const leaseMs = 5_000

export class LineLease {
  readonly #now: () => number
  readonly #serverCount: number
  #heardAt: number | null = null
  /** Addresses that refused the last attempt. */
  readonly #refusing = new Set<string>()

  /** `now` is monotonic, ms. */
  constructor(serverCount: number, now: () => number = () => performance.now()) {
    this.#serverCount = serverCount
    this.#now = now
  }

  /** The server has answered what was sent at that instant, so it has received a message of this agent since. */
  answered(sentAt: number): void {
    this.#heardAt = Math.max(this.#heardAt ?? sentAt, sentAt)
    this.#refusing.clear()
  }

  /**
   * Records how an attempt to reach a server failed: when all servers refuse connections they are down, and move no
   * share.
   */
  failed(address: string, isRefused: boolean): void {
    if (isRefused) this.#refusing.add(address)
    else this.#refusing.delete(address)
  }

  /** ms; null: unlimited, because the server is down. */
  get remainingMs(): number | null {
    if (this.#refusing.size >= this.#serverCount) return null
    return this.#heardAt === null ? leaseMs : Math.max(0, this.#heardAt + leaseMs - this.#now())
  }
}
