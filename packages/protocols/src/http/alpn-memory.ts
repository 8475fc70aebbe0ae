/** Remembers per worker what origins agreed on by ALPN, so that only the first user of a component set to `auto` has to find out. */

/** What an https origin speaks to those who offer both. */
export type Negotiated = 'h2' | '1.1'

const maxRemembered = 1_000

/** What is known of origins, and who is finding out. */
export class AlpnMemory {
  readonly #known = new Map<string, Negotiated>()
  readonly #asking = new Map<string, { done: Promise<void>; settle: () => void }>()

  /** What the origin speaks; undefined when not known yet. */
  find(originKey: string): Negotiated | undefined {
    return this.#known.get(originKey)
  }

  /** Waits for the request that is finding it out; null when there is none: then the caller is, until remember or giveUp. */
  ask(originKey: string): Promise<void> | null {
    const asking = this.#asking.get(originKey)
    if (asking !== undefined) return asking.done
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#asking.set(originKey, { done: promise, settle: resolve })
    return null
  }

  /** Keeps what the origin speaks, and tells those who wait. */
  remember(originKey: string, negotiated: Negotiated): void {
    if (this.#known.size >= maxRemembered) this.#known.clear()
    this.#known.set(originKey, negotiated)
    this.giveUp(originKey)
  }

  /** It could not be found out; those who wait try by themselves. */
  giveUp(originKey: string): void {
    this.#asking.get(originKey)?.settle()
    this.#asking.delete(originKey)
  }
}
