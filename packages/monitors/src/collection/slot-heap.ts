/** A binary heap of what is due, the earliest first. */

export interface Due {
  /** Epoch ms. */
  slot: number
}

export class SlotHeap<T extends Due> {
  #entries: T[] = []

  get size(): number {
    return this.#entries.length
  }

  /** The earliest; undefined when empty. */
  get first(): T | undefined {
    return this.#entries[0]
  }

  add(entry: T): void {
    this.#entries.push(entry)
    this.#rise(this.#entries.length - 1)
  }

  /** Takes the earliest out. */
  take(): T | undefined {
    const first = this.#entries[0]
    const last = this.#entries.pop()
    if (last !== undefined && this.#entries.length > 0) {
      this.#entries[0] = last
      this.#sink(0)
    }
    return first
  }

  /** Takes all out, in no order. */
  takeAll(): T[] {
    const all = this.#entries
    this.#entries = []
    return all
  }

  #slot(index: number): number {
    return this.#entries[index]?.slot ?? Number.POSITIVE_INFINITY
  }

  #swap(a: number, b: number): void {
    const [first, second] = [this.#entries[a], this.#entries[b]]
    if (first === undefined || second === undefined) return
    this.#entries[a] = second
    this.#entries[b] = first
  }

  #rise(from: number): void {
    let index = from
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (this.#slot(parent) <= this.#slot(index)) return
      this.#swap(parent, index)
      index = parent
    }
  }

  #sink(from: number): void {
    let index = from
    for (;;) {
      const left = 2 * index + 1
      const least = this.#slot(left + 1) < this.#slot(left) ? left + 1 : left
      if (this.#slot(index) <= this.#slot(least)) return
      this.#swap(index, least)
      index = least
    }
  }
}
