/** The rows of one parameter that a worker was given so far: hands them to its users one by one, and asks for more in time. */

/** What a user keeps of rows that are its own before it takes them. */
export interface Keeping {
  /** Rows kept for it. */
  reserved: number
}

/** A waiter for rows. */
export interface Waiter {
  wake(): void
}

export interface LeasedRowsOptions {
  readonly rowCount: number
  /** Rows asked for at a time. */
  readonly block: number
  /** Asks for the next block when half of one is left, and not only when somebody needs it. */
  readonly asksAhead: boolean
  /** Has to be answered by `grant`, sooner or later. */
  ask(size: number): void
}

export class LeasedRows {
  readonly #options: LeasedRowsOptions
  /** Where the rows lie, in the order in which they came: [from, to), and how many came before. */
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

  /** Asks for the first rows. */
  begin(): void {
    this.#ask(1)
  }

  /** Rows given so far. */
  get size(): number {
    return this.#granted
  }

  /** Whether no row will come, or nobody waits for one any more. */
  get isExhausted(): boolean {
    return this.#isComplete || this.#isGivenUp
  }

  /** Whether the first rows are here. */
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

  /** Keeps that many rows for the user; false when it has to wait for some of them. */
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

  /** Gives back what is kept for a user. */
  unreserve(keeping: Keeping): void {
    this.#reserved -= keeping.reserved
    keeping.reserved = 0
  }

  /** A row that nobody has had; −1 when there is none at hand for the user. */
  take(keeping: Keeping): number {
    if (keeping.reserved > 0) {
      keeping.reserved--
      this.#reserved--
    } else if (this.#free <= 0) return -1
    const row = this.rowAt(this.#taken++)
    if (this.#options.asksAhead && this.#free <= this.#options.block / 2) this.#ask(1)
    return row
  }

  /** Row at that place in the order in which they came; 0 to size − 1. */
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

  /** Is woken by the next answer, until the function that comes back is called. */
  await(waiter: Waiter): () => void {
    this.#waiting.add(waiter)
    return () => this.#waiting.delete(waiter)
  }

  /** Nobody waits for the answer any more, until it comes; false when that was so already. */
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
