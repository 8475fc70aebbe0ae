/** The beginning of a body that passes through the proxy, and its whole size. */

export class KeptBody {
  readonly #chunks: Buffer[] = []
  readonly #maxBytes: number
  #keptBytes = 0
  sizeBytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  add(chunk: Uint8Array): void {
    this.sizeBytes += chunk.length
    const kept = chunk.subarray(0, this.#maxBytes - this.#keptBytes)
    if (kept.length === 0) return
    // A copy: the chunk may be a part of a larger buffer.
    this.#chunks.push(Buffer.from(kept))
    this.#keptBytes += kept.length
  }

  get isWhole(): boolean {
    return this.#keptBytes === this.sizeBytes
  }

  bytes(): Buffer {
    return Buffer.concat(this.#chunks)
  }
}
