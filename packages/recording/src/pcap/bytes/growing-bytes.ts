/** Bytes that are collected piece by piece, each copied once or twice whatever the size of the pieces. */
export class GrowingBytes {
  #bytes = new Uint8Array(0)
  #length = 0

  get length(): number {
    return this.#length
  }

  add(piece: Uint8Array): void {
    const length = this.#length + piece.length
    if (length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(length, this.#bytes.length * 2, 256))
      larger.set(this.view())
      this.#bytes = larger
    }
    this.#bytes.set(piece, this.#length)
    this.#length = length
  }

  /** Valid until the next call of another method. */
  view(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length)
  }

  /** What was collected; starts anew. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.#bytes.length === this.#length ? this.#bytes : this.view().slice()
    this.#bytes = new Uint8Array(0)
    this.#length = 0
    return taken
  }
}
