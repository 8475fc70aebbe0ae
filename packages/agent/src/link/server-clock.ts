/** The server's clock as this machine estimates it: of many probes the one with the shortest round trip is the most exact, as in NTP. */

/** One probe and its answer; instants of this machine by its monotonic clock, ms. */
export interface ClockSample {
  readonly sentAt: number
  readonly receivedAt: number
  /** Epoch ms. */
  readonly serverTime: number
}

/** Clocks drift apart by up to a millisecond in this time, so older answers are discarded. */
const sampleLifeMs = 60_000

interface Kept {
  readonly receivedAt: number
  readonly roundTripMs: number
  /** Server's clock minus this machine's monotonic clock. */
  readonly offsetMs: number
}

export class ServerClock {
  readonly #monotonicMs: () => number
  readonly #wallMs: () => number
  #kept: Kept[] = []
  #best: Kept | null = null

  constructor(monotonicMs: () => number = () => performance.now(), wallMs: () => number = Date.now) {
    this.#monotonicMs = monotonicMs
    this.#wallMs = wallMs
  }

  /** Round-trip time of the quickest answer, ms; null before the first. */
  get roundTripMs(): number | null {
    return this.#best?.roundTripMs ?? null
  }

  add({ sentAt, receivedAt, serverTime }: ClockSample): void {
    const roundTripMs = Math.max(0, receivedAt - sentAt)
    const sample = { receivedAt, roundTripMs, offsetMs: serverTime + roundTripMs / 2 - receivedAt }
    const oldest = receivedAt - sampleLifeMs
    // A sample that is slower than a later one can never become the best again.
    this.#kept = this.#kept.filter(kept => kept.receivedAt >= oldest && kept.roundTripMs < roundTripMs)
    this.#kept.push(sample)
    this.#best = this.#kept[0] ?? sample
  }

  /** Converts an instant of the server's clock to this machine's, epoch ms; unchanged before the first answer. */
  toLocal(serverTime: number): number {
    return this.#best === null ? serverTime : this.#wallMs() + (serverTime - this.#serverNow(this.#best))
  }

  /** Converts an instant of this machine's clock to the server's, epoch ms. */
  toServer(local: number): number {
    return this.#best === null ? local : this.#serverNow(this.#best) + (local - this.#wallMs())
  }

  #serverNow(best: Kept): number {
    return this.#monotonicMs() + best.offsetMs
  }
}
