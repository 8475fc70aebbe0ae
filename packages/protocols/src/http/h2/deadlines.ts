/** Time-outs of one connection's requests by one timer: armed only when none runs that is early enough, which is far cheaper than one per request. */

/** What has to be over by an instant (of performance.now()); infinity = no limit. */
export interface Due {
  readonly dueAt: number
  onDue(): void
}

/** Watches what its owner lists. */
export class Deadlines {
  readonly #list: () => Iterable<Due>
  #timer: NodeJS.Timeout | null = null
  #firesAt = 0

  constructor(list: () => Iterable<Due>) {
    this.#list = list
  }

  /** Something is due at the instant. */
  watch(dueAt: number): void {
    if (this.#timer !== null) {
      if (this.#firesAt <= dueAt) return
      clearTimeout(this.#timer)
    }
    this.#firesAt = dueAt
    this.#timer = setTimeout(this.#fire, Math.ceil(dueAt - performance.now()))
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  readonly #fire = (): void => {
    this.#timer = null
    const now = performance.now()
    const over: Due[] = []
    let next = Number.POSITIVE_INFINITY
    for (const each of this.#list()) {
      if (each.dueAt <= now) over.push(each)
      else next = Math.min(next, each.dueAt)
    }
    if (next !== Number.POSITIVE_INFINITY) this.watch(next)
    for (const each of over) each.onDue()
  }
}
