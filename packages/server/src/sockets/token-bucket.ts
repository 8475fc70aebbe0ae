/** A token bucket: an average rate per second and a burst size. */

export class TokenBucket {
  readonly #perSecond: number
  readonly #burst: number
  #tokens: number
  #at: number | null = null

  constructor(perSecond: number, burst: number) {
    this.#perSecond = perSecond
    this.#burst = burst
    this.#tokens = burst
  }

  /** Takes tokens even if there are not enough; the resulting debt is reduced with time. Instants are monotonic, ms. */
  take(count: number, at: number): void {
    this.#refill(at)
    this.#tokens -= count
  }

  /** Takes one token if available. */
  tryTake(at: number): boolean {
    this.#refill(at)
    if (this.#tokens < 1) return false
    this.#tokens -= 1
    return true
  }

  /** Time until the debt is 0, ms. */
  debtMs(at: number): number {
    this.#refill(at)
    return this.#tokens >= 0 ? 0 : (-this.#tokens / this.#perSecond) * 1_000
  }

  /** Tokens available now; negative for a debt. */
  level(at: number): number {
    this.#refill(at)
    return this.#tokens
  }

  #refill(at: number): void {
    const elapsedMs = Math.max(0, at - (this.#at ?? at))
    this.#at = Math.max(at, this.#at ?? at)
    this.#tokens = Math.min(this.#burst, this.#tokens + (elapsedMs / 1_000) * this.#perSecond)
  }
}
