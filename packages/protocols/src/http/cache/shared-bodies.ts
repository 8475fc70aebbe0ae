/** Lets the users of a worker share equal bodies, as most users are sent the same: their caches then hold one copy. */

const maxSharedBytes = 32 * 1024 ** 2
/** What an entry takes besides its body and its address, bytes. */
const entryBytes = 200

/** The last body of each address; bounded. */
export class SharedBodies {
  readonly #bodies = new Map<string, Uint8Array>()
  #bytes = 0

  get size(): number {
    return this.#bodies.size
  }

  /** The same bytes, shared if the last body of the address was equal, else a copy that holds nothing else alive. */
  share(url: string, body: Uint8Array): Uint8Array {
    const known = this.#bodies.get(url)
    if (known !== undefined && Buffer.compare(known, body) === 0) return known
    const copy = new Uint8Array(body)
    if (known !== undefined) this.#bytes -= sizeOf(url, known)
    const sizeBytes = sizeOf(url, copy)
    if (this.#bytes + sizeBytes > maxSharedBytes) {
      this.#bodies.clear()
      this.#bytes = 0
    }
    this.#bodies.set(url, copy)
    this.#bytes += sizeBytes
    return copy
  }
}

const sizeOf = (url: string, body: Uint8Array): number => entryBytes + url.length + body.length
