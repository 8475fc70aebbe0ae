/**
 * The rows of one parameter that a worker was given so far: assigns them to its users one by one, and requests more in
 * time.
 */

/** Rows that are reserved for a user before it takes them. */
export interface Keeping {
  /** Number of reserved rows. */
  reserved: number
}

/** A waiter for rows. */
export interface Waiter {
  wake(): void
}

export interface LeasedRowsOptions {
  readonly rowCount: number
  /** Rows requested at a time. */
  readonly block: number
  /** Requests the next block when half of one is left, and not only when a user needs it. */
  readonly asksAhead: boolean
  /** Must be answered by `grant`, sooner or later. */
  ask(size: number): void
}

export class LeasedRows {
  readonly #options: LeasedRowsOptions
  /** The rows in the order of their grants: [from, to), and how many came before. */
  readonly #blocks: { readonly from: number; to: number; readonly before: number }[] = []
  #granted = 0
  #taken = 0
  #reserved = 0
  #isAsking = false
  #isComplete = false
  #isGivenUp = false
  readonly #waiting = new Set<Waiter>()

  constructor(options: LeasedRowsOptions) {
    this.#options = options
    this.#isComplete = options.rowCount === 0
  }

  /** Requests the first rows. */
  begin(): void {
    this.#ask(1)
  }

  /** Rows given so far. */
  get size(): number {
    return this.#granted
  }

  /** Whether no row will come, or rows are not waited for any more. */
  get isExhausted(): boolean {
    return this.#isComplete || this.#isGivenUp
  }

  /** Whether the first rows have arrived. */
  get isReady(): boolean {
    return this.#granted > 0 || this.#isComplete
  }

  /** The answer to `ask`: rows [from, to); `isLast` when no more will come. */
  grant(from: number, to: number, isLast: boolean): void {
    const last = this.#blocks.at(-1)
    if (last?.to === from) last.to = to
    else if (to > from) this.#blocks.push({ from, to, before: this.#granted })
    this.#granted += to - from
    this.#isAsking = false
    this.#isGivenUp = false
    if (isLast || from === to) this.#isComplete = true
    for (const waiter of this.#waiting) waiter.wake()
  }

  /** Reserves that many rows for the user; false when it must wait for some of them. */
  reserve(keeping: Keeping, count: number): boolean {
    const missing = count - keeping.reserved
    if (missing <= 0) return true
    if (this.#free < missing) {
      // First come, first served, where nothing more will come.
      if (this.isExhausted) return true
      this.#ask(missing)
      return false
    }
    keeping.reserved += missing
    this.#reserved += missing
    return true
  }

  /** Cancels a user's reservation. */
  unreserve(keeping: Keeping): void {
    this.#reserved -= keeping.reserved
    keeping.reserved = 0
  }

  /** A row that was never taken; −1 when none is available for the user. */
  take(keeping: Keeping): number {
    if (keeping.reserved > 0) {
      keeping.reserved--
      this.#reserved--
    } else if (this.#free <= 0) return -1
    const row = this.rowAt(this.#taken++)
    if (this.#options.asksAhead && this.#free <= this.#options.block / 2) this.#ask(1)
    return row
  }

  /** Row at that position in the order of the grants; 0 to size − 1. */
  rowAt(place: number): number {
    let low = 0
    let high = this.#blocks.length - 1
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if ((this.#blocks[middle]?.before ?? 0) <= place) low = middle
      else high = middle - 1
    }
    const block = this.#blocks[low]
    return block === undefined ? -1 : block.from + place - block.before
  }

  /** Wakes the waiter at the next answer, until the returned function is called. */
  await(waiter: Waiter): () => void {
    this.#waiting.add(waiter)
    return () => this.#waiting.delete(waiter)
  }

  /** Stops waiting for the answer, until it arrives; false when that was already the case. */
  giveUp(): boolean {
    if (this.isExhausted) return false
    this.#isGivenUp = true
    for (const waiter of this.#waiting) waiter.wake()
    return true
  }

  get #free(): number {
    return this.#granted - this.#taken - this.#reserved
  }

  #ask(needed: number): void {
    if (this.#isAsking || this.#isComplete) return
    this.#isAsking = true
    this.#options.ask(Math.max(this.#options.block, needed))
  }
}
