/** Bytes that all conversations of a capture together may hold back at a moment, so that no capture needs more memory. */
export class ByteBudget {
  #freeBytes: number

  constructor(maxBytes: number) {
    this.#freeBytes = maxBytes
  }

  /** Whether so many may be held; if so they count until they are given back. */
  take(bytes: number): boolean {
    if (bytes > this.#freeBytes) return false
    this.#freeBytes -= bytes
    return true
  }

  giveBack(bytes: number): void {
    this.#freeBytes += bytes
  }
}
