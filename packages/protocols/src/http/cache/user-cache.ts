/** One virtual user's cache: the answers it keeps, the least recently used dropped first. */
import type { HttpResult } from '../exchange.ts'
import type { Freshness } from './policy.ts'

/** Limits of one user, so that many thousands fit into a worker. */
export const maxCacheEntries = 100
/** Bytes of bodies. */
export const maxCacheBytes = 2 * 1024 ** 2

/** A kept answer. */
export interface CacheEntry {
  readonly status: number
  /** All, or where only figures are wanted what the client itself needs. */
  readonly headers: HttpResult['headers']
  /** Decoded; null = it was not wanted, so there is none. */
  readonly body: Uint8Array | null
  readonly charset: string | null
  readonly freshness: Freshness
}

/** Kept answers to GET by address without fragment; empty ones cost next to nothing. */
export class UserCache {
  readonly #entries = new Map<string, CacheEntry>()
  #bodyBytes = 0

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

  /** Keeps an answer in place of what was kept of the address, unless its body alone would fill a quarter. */
  put(url: string, entry: CacheEntry): void {
    this.drop(url)
    const bytes = entry.body?.length ?? 0
    if (bytes > maxCacheBytes / 4) return
    this.#entries.set(url, entry)
    this.#bodyBytes += bytes
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= maxCacheEntries && this.#bodyBytes <= maxCacheBytes) break
      this.drop(oldest)
    }
  }

  /** Forgets an address. */
  drop(url: string): void {
    const entry = this.#entries.get(url)
    if (entry === undefined) return
    this.#entries.delete(url)
    this.#bodyBytes -= entry.body?.length ?? 0
  }

  /** Forgets all. */
  clear(): void {
    this.#entries.clear()
    this.#bodyBytes = 0
  }
}
