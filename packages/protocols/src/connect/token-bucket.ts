/** How many bytes may pass at a moment, so that the rate holds over a second and no late timer costs any of it: arithmetic without a clock. */

/** What an idle line lends at once. */
const burstMs = 50
/** What a late timer may make up for. */
const backlogMs = 1_000
/** Bytes pass in portions worth this long, as far as there are so many. */
const portionMs = 5

/** One direction of a user's line. All instants are ms of one clock that never goes back. */
export class TokenBucket {
  readonly #bytesPerMs: number
  #tokens: number
  #filledAtMs: number
  /** Something waits: time that passes is made use of in full. */
  #isBusy = false

  constructor(bytesPerSecond: number, nowMs: number) {
    this.#bytesPerMs = bytesPerSecond / 1_000
    this.#tokens = this.#bytesPerMs * burstMs
    this.#filledAtMs = nowMs
  }

  /** Takes the right to pass up to that many bytes; 0 = not yet, see waitMs. */
  take(wantedBytes: number, nowMs: number): number {
    this.#fill(nowMs)
    const isEnough = this.#tokens >= this.#portionOf(wantedBytes)
    const passing = isEnough ? Math.min(wantedBytes, Math.floor(this.#tokens)) : 0
    this.#tokens -= passing
    this.#isBusy = passing < wantedBytes
    return passing
  }

  /** Whole ms, at least 1, until take can give some of that many bytes. */
  waitMs(wantedBytes: number, nowMs: number): number {
    this.#fill(nowMs)
    return Math.max(1, Math.ceil((this.#portionOf(wantedBytes) - this.#tokens) / this.#bytesPerMs))
  }

  #portionOf(wantedBytes: number): number {
    return Math.min(wantedBytes, Math.max(1, this.#bytesPerMs * portionMs))
  }

  #fill(nowMs: number): void {
    const limit = this.#bytesPerMs * (this.#isBusy ? backlogMs : burstMs)
    const earned = this.#bytesPerMs * (nowMs - this.#filledAtMs)
    this.#tokens = Math.min(Math.max(1, limit), this.#tokens + earned)
    this.#filledAtMs = nowMs
  }
}
