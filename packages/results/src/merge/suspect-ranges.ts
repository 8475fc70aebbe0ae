/** The seconds of a run that are not to be trusted, as few ranges in order. */

/** First and last second, both included. */
export type SecondRange = [from: number, to: number]

export class SuspectRanges {
  #ranges: SecondRange[]

  constructor(ranges: readonly SecondRange[] = []) {
    this.#ranges = []
    for (const [from, to] of ranges) this.add(from, to)
  }

  /** Marks seconds; answers false when all of them were marked before. */
  add(fromSecond: number, toSecond: number): boolean {
    if (this.#ranges.some(([from, to]) => from <= fromSecond && toSecond <= to)) return false
    const apart: SecondRange[] = []
    let merged: SecondRange = [fromSecond, toSecond]
    for (const range of this.#ranges) {
      if (range[1] < merged[0] - 1 || range[0] > merged[1] + 1) apart.push(range)
      else merged = [Math.min(range[0], merged[0]), Math.max(range[1], merged[1])]
    }
    this.#ranges = [...apart, merged].sort((a, b) => a[0] - b[0])
    return true
  }

  /** True when any of these seconds is marked. */
  touches(fromSecond: number, toSecond: number): boolean {
    return this.#ranges.some(([from, to]) => from <= toSecond && fromSecond <= to)
  }

  /** How many seconds are marked. */
  get seconds(): number {
    return this.#ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0)
  }

  /** For a JSON column. */
  toJSON(): SecondRange[] {
    return this.#ranges
  }
}
