/**
 * How long a worker may continue without a message of the agent: after that, other machines may drive its share, so it
 * starts nothing new.
 */

/** Both clocks in ms: one stops while the machine is suspended, the other may be set; the larger difference counts. */
export interface LeaseClocks {
  monotonicMs(): number
  wallMs(): number
}

const realClocks: LeaseClocks = { monotonicMs: () => performance.now(), wallMs: () => Date.now() }

export class Lease {
  readonly #clocks: LeaseClocks
  #untilMonotonicMs = Number.POSITIVE_INFINITY
  #untilWallMs = Number.POSITIVE_INFINITY

  /** Unlimited until it is renewed for the first time. */
  constructor(clocks: LeaseClocks = realClocks) {
    this.#clocks = clocks
  }

  /** Valid for that long from now on, ms; null is unlimited. */
  renew(remainingMs: number | null): void {
    const lastsMs = remainingMs ?? Number.POSITIVE_INFINITY
    this.#untilMonotonicMs = this.#clocks.monotonicMs() + lastsMs
    this.#untilWallMs = this.#clocks.wallMs() + lastsMs
  }

  get isOver(): boolean {
    return this.#clocks.monotonicMs() > this.#untilMonotonicMs || this.#clocks.wallMs() > this.#untilWallMs
  }
}
