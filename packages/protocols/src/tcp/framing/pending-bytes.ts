/** Bytes that arrived and are no whole message yet; grows by doubling, so that each byte is copied a bounded number of times. */

/** A buffer that is larger is given back once it is empty. */
const keptBytes = 65_536

export class PendingBytes {
  #buffer = Buffer.alloc(0)
  #start = 0
  #end = 0

  get length(): number {
    return this.#end - this.#start
  }

  /** Valid until the next call of another method. */
  get view(): Buffer {
    return this.#buffer.subarray(this.#start, this.#end)
  }

  add(bytes: Uint8Array): void {
    const { length } = this
    const needed = length + bytes.length
    if (this.#end + bytes.length > this.#buffer.length) {
      const next =
        needed > this.#buffer.length
          ? Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2, 1_024))
          : this.#buffer
      this.#buffer.copy(next, 0, this.#start, this.#end)
      this.#buffer = next
      this.#start = 0
      this.#end = length
    }
    this.#buffer.set(bytes, this.#end)
    this.#end += bytes.length
  }

  /** Takes the first bytes out, as a copy. */
  take(count: number): Buffer {
    const taken = Buffer.from(this.#buffer.subarray(this.#start, this.#start + count))
    this.skip(count)
    return taken
  }

  /** Drops the first bytes. */
  skip(count: number): void {
    this.#start = Math.min(this.#end, this.#start + count)
    if (this.#start < this.#end) return
    this.#start = 0
    this.#end = 0
    if (this.#buffer.length > keptBytes) this.#buffer = Buffer.alloc(0)
  }
}
