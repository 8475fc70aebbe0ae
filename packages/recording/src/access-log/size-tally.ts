/** Counts sizes of responses in ranges of 2 %, in bounded memory: the ranges become wider where sizes differ much. */
import type { ResponseSizes } from '@pone/plan/production-mix/production-mix.ts'

const width = Math.log(1.02)
const maxRanges = 256
/** Range of empty responses. */
const empty = -1

export class SizeTally {
  /** By the number of the range at the present width. */
  #counts = new Map<number, number>()
  /** How often the ranges were doubled. */
  #doublings = 0
  #count = 0
  #sumBytes = 0
  #maxBytes = 0

  add(bytes: number): void {
    this.#count += 1
    this.#sumBytes += bytes
    this.#maxBytes = Math.max(this.#maxBytes, bytes)
    const range = bytes < 1 ? empty : Math.floor(Math.log(bytes) / width) >> this.#doublings
    this.#counts.set(range, (this.#counts.get(range) ?? 0) + 1)
    while (this.#counts.size > maxRanges) this.#double()
  }

  merge(other: SizeTally): void {
    while (this.#doublings < other.#doublings) this.#double()
    for (const [range, count] of other.#counts) {
      const wider = range === empty ? empty : range >> (this.#doublings - other.#doublings)
      this.#counts.set(wider, (this.#counts.get(wider) ?? 0) + count)
    }
    this.#count += other.#count
    this.#sumBytes += other.#sumBytes
    this.#maxBytes = Math.max(this.#maxBytes, other.#maxBytes)
    while (this.#counts.size > maxRanges) this.#double()
  }

  /** null before the first. */
  get figures(): ResponseSizes | null {
    if (this.#count === 0) return null
    return {
      count: this.#count,
      meanBytes: this.#sumBytes / this.#count,
      p50Bytes: this.#quantile(0.5),
      p95Bytes: this.#quantile(0.95),
    }
  }

  /** Upper end of the range in which the quantile lies. */
  #quantile(share01: number): number {
    const wanted = Math.ceil(this.#count * share01)
    let passed = 0
    for (const [range, count] of [...this.#counts].toSorted(([one], [other]) => one - other)) {
      passed += count
      if (passed < wanted) continue
      if (range === empty) return 0
      return Math.min(this.#maxBytes, Math.floor(Math.exp(((range + 1) << this.#doublings) * width)))
    }
    return this.#maxBytes
  }

  #double(): void {
    const counts = new Map<number, number>()
    for (const [range, count] of this.#counts) {
      const wider = range === empty ? empty : range >> 1
      counts.set(wider, (counts.get(wider) ?? 0) + count)
    }
    this.#counts = counts
    this.#doublings += 1
  }
}
