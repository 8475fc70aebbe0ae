/**
 * Cells by intervals of a number (time, threads, rate), with the requested width, or wider when there would be too
 * many.
 */

export interface MergeableCell<Cell> {
  merge(other: Cell): void
}

/**
 * A bounded number of cells; where more would be needed, neighbouring intervals are merged in pairs, which loses no
 * count.
 */
export class Buckets<Cell extends MergeableCell<Cell>> {
  readonly #make: () => Cell
  readonly #maxCells: number
  #cells = new Map<number, Cell>()
  #step: number
  #lastKey = Number.NaN
  #last: Cell | null = null

  constructor(options: { step: number; maxCells: number; make: () => Cell }) {
    this.#step = options.step
    this.#maxCells = options.maxCells
    this.#make = options.make
  }

  /** Width of an interval. */
  get step(): number {
    return this.#step
  }

  /** The cell of the interval that contains a number ≥ 0. */
  at(value: number): Cell {
    const key = value - (value % this.#step)
    if (key === this.#lastKey && this.#last !== null) return this.#last
    let cell = this.#cells.get(key)
    if (cell === undefined) {
      if (this.#cells.size >= this.#maxCells) {
        this.#coarsen()
        return this.at(value)
      }
      cell = this.#make()
      this.#cells.set(key, cell)
    }
    this.#lastKey = key
    this.#last = cell
    return cell
  }

  /** By the interval's beginning, ascending. */
  entries(): [number, Cell][] {
    return [...this.#cells].sort(([a], [b]) => a - b)
  }

  #coarsen(): void {
    this.#step *= 2
    const joined = new Map<number, Cell>()
    for (const [key, cell] of this.#cells) {
      const wider = key - (key % this.#step)
      const present = joined.get(wider)
      if (present === undefined) joined.set(wider, cell)
      else present.merge(cell)
    }
    this.#cells = joined
    this.#lastKey = Number.NaN
    this.#last = null
  }
}
