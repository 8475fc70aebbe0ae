/** One virtual user's cache: the answers it keeps, the least recently used dropped first. */
import type { Outcome } from '../protocol.ts'

/** Limits of one user, so that many thousands fit into a worker. */
export const maxCacheEntries = 100
/** Of bodies, headers and the values that answers were chosen by. */
export const maxCacheBytes = 2 * 1024 ** 2

/** What is known of a kept answer besides its content. Instants are epoch ms. */
export interface Freshness {
  /** When it was made as far as is known: arrival less its age then. */
  readonly madeAt: number
  /** ms from madeAt; 0 = to be asked about each time. */
  readonly lifetimeMs: number
  readonly etag: string | null
  readonly lastModified: string | null
  /** Request headers that the answer depends on, with the values it was chosen by. */
  readonly vary: readonly (readonly [lowerName: string, value: string])[]
}

/** A kept answer. */
export interface CacheEntry {
  readonly status: number
  /** All, or where only figures are wanted what the client itself needs. */
  readonly headers: Outcome['headers']
  /** Decoded; null = it was not wanted, so there is none. */
  readonly body: Uint8Array | null
  readonly charset: string | null
  readonly freshness: Freshness
}

/** Kept answers to GET by address without fragment; empty ones cost next to nothing. */
export class UserCache {
  readonly #entries = new Map<string, CacheEntry>()
  #bytes = 0

  get size(): number {
    return this.#entries.size
  }

  /** What is kept of the address. */
  find(url: string): CacheEntry | undefined {
    const entry = this.#entries.get(url)
    if (entry === undefined) return undefined
    // The order of the map is the order of use.
    this.#entries.delete(url)
    this.#entries.set(url, entry)
    return entry
  }

  /** Keeps an answer in place of what was kept of the address, unless it alone would fill more than a quarter. */
  put(url: string, entry: CacheEntry): void {
    this.drop(url)
    const bytes = sizeOf(entry)
    if (bytes > maxCacheBytes / 4) return
    this.#entries.set(url, entry)
    this.#bytes += bytes
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= maxCacheEntries && this.#bytes <= maxCacheBytes) break
      this.drop(oldest)
    }
  }

  /** Forgets an address. */
  drop(url: string): void {
    const entry = this.#entries.get(url)
    if (entry === undefined) return
    this.#entries.delete(url)
    this.#bytes -= sizeOf(entry)
  }

  /** Forgets all. */
  clear(): void {
    this.#entries.clear()
    this.#bytes = 0
  }
}

function sizeOf({ body, headers, freshness }: CacheEntry): number {
  let bytes = body?.length ?? 0
  for (const [name, value] of headers) bytes += name.length + value.length
  for (const [name, value] of freshness.vary) bytes += name.length + value.length
  return bytes
}
