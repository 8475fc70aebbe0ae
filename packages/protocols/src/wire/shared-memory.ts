/** What is made once for all who ask, by its class: a protocol's memory of a process, of which the engine knows nothing. */
export class SharedMemory {
  readonly #made = new Map<new () => object, object>()

  /** The one object of the class; made at the first call. */
  of<T extends object>(kind: new () => T): T {
    const known = this.#made.get(kind)
    if (known instanceof kind) return known
    const made = new kind()
    this.#made.set(kind, made)
    return made
  }
}
