/** How long clients pause between two requests, in bounded memory. */

/** A longer pause ends the visit, ms. */
const visitEndMs = 30 * 60_000
const maxClients = 100_000

export class Pauses {
  /** Time of the last request by client, those asked longest ago first. */
  readonly #lastMs = new Map<string, number>()
  #sumMs = 0
  #count = 0
  /** Visits that began. */
  visits = 0

  add(client: string, atMs: number): void {
    const lastMs = this.#lastMs.get(client)
    const pauseMs = lastMs === undefined ? Number.POSITIVE_INFINITY : atMs - lastMs
    if (pauseMs > visitEndMs) this.visits += 1
    else {
      this.#sumMs += Math.max(0, pauseMs)
      this.#count += 1
    }
    this.#lastMs.delete(client)
    this.#lastMs.set(client, atMs)
    if (this.#lastMs.size <= maxClients) return
    const [oldest] = this.#lastMs.keys()
    if (oldest !== undefined) this.#lastMs.delete(oldest)
  }

  /** null if no client sent two requests in one visit. */
  get meanMs(): number | null {
    return this.#count === 0 ? null : this.#sumMs / this.#count
  }
}
