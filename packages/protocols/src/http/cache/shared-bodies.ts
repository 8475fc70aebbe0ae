/** Lets the users of a worker share equal bodies, as most users are sent the same: their caches then hold one copy. */

const maxSharedBytes = 32 * 1024 ** 2

/** The last body of each address; bounded. */
export class SharedBodies {
  readonly #bodies = new Map<string, Uint8Array>()
  #bytes = 0

  /** The same bytes, shared if the last body of the address was equal, else a copy that holds nothing else alive. */
  share(url: string, body: Uint8Array): Uint8Array {
    const known = this.#bodies.get(url)
    if (known !== undefined && Buffer.compare(known, body) === 0) return known
    const copy = new Uint8Array(body)
    if (this.#bytes + copy.length > maxSharedBytes) {
      this.#bodies.clear()
      this.#bytes = 0
    } else this.#bytes -= known?.length ?? 0
    this.#bodies.set(url, copy)
    this.#bytes += copy.length
    return copy
  }
}
