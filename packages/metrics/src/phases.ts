/** Parts of the durations of samples (look-up, connecting, waiting …) as sums that merge exactly; a protocol says which there are. */

/** How often each part happened and how long it took in all, by the part's key; the contract's PhaseSums. */
export type WirePhases = Record<string, { count: number; sumUs: number }>

/** Averages over the samples in which a part happened, ms, by `<key>Ms`; the contract's PhaseAverages. */
export type PhaseMeans = Record<string, number | null>

/** Keys that most protocols have in common; results store these most compactly. */
export const commonPhases = ['dns', 'connect', 'tls', 'firstByte', 'transfer'] as const

/** More parts than this are not kept: no protocol has as many. */
export const maxPhases = 16

/** Sums of one label. Its keys are those of the label's protocol, in their order; what is merged may bring further ones. */
export class PhaseSums {
  #keys: string[]
  /** Count and sum of each part, in order. */
  #numbers: Float64Array

  constructor(keys: readonly string[] = []) {
    this.#keys = [...keys]
    this.#numbers = new Float64Array(2 * keys.length)
  }

  /** Keys of the parts, in order. */
  get keys(): readonly string[] {
    return this.#keys
  }

  get isEmpty(): boolean {
    return this.#numbers.every(number => number === 0)
  }

  /** Counts the parts of one sample by their index, µs, null where a part did not happen; allocates nothing. */
  record(phasesUs: readonly (number | null)[]): void {
    for (let index = 0; index < phasesUs.length; index++) {
      const us = phasesUs[index]
      if (us !== null && us !== undefined) this.add(index, 1, us)
    }
  }

  /** Adds to the part at that position of the keys. */
  add(position: number, count: number, sumUs: number): void {
    const numbers = this.#numbers
    const at = 2 * position
    numbers[at] = (numbers[at] as number) + count
    numbers[at + 1] = (numbers[at + 1] as number) + sumUs
  }

  /** Adds to the part of that key, which need not be there yet. */
  addTo(key: string, count: number, sumUs: number): void {
    const position = this.#positionOf(key)
    if (position >= 0) this.add(position, count, sumUs)
  }

  /** How often the part at that position happened. */
  countAt(position: number): number {
    return this.#numbers[2 * position] ?? 0
  }

  /** How long it took in all, µs. */
  sumUsAt(position: number): number {
    return this.#numbers[2 * position + 1] ?? 0
  }

  /** Adds all that the other one counted. */
  merge(other: PhaseSums): void {
    for (const [position, key] of other.#keys.entries()) {
      this.addTo(key, other.countAt(position), other.sumUsAt(position))
    }
  }

  reset(): void {
    this.#numbers.fill(0)
  }

  /** Form for a batch; null when nothing was counted. */
  toWire(): WirePhases | null {
    if (this.isEmpty) return null
    const sums = this.#keys.map(
      (key, position) => [key, { count: this.countAt(position), sumUs: this.sumUsAt(position) }] as const,
    )
    return Object.fromEntries(sums)
  }

  /** Averages over `count` samples, 0 where a part did not happen, so that they add up, ms; null when nothing was counted. */
  perSample(count: number): Record<string, number> | null {
    if (this.isEmpty || count === 0) return null
    const means = this.#keys.map(
      (key, position) => [`${key}Ms`, this.sumUsAt(position) / count / 1_000] as const,
    )
    return Object.fromEntries(means)
  }

  /** Averages over the samples in which a part happened; null when nothing was counted. */
  means(): PhaseMeans | null {
    if (this.isEmpty) return null
    const means = this.#keys.map((key, position) => {
      const count = this.countAt(position)
      return [`${key}Ms`, count === 0 ? null : this.sumUsAt(position) / count / 1_000] as const
    })
    return Object.fromEntries(means)
  }

  /** Reads what toWire() made. */
  static fromWire(wire: WirePhases): PhaseSums {
    const sums = new PhaseSums(Object.keys(wire).slice(0, maxPhases))
    for (const [key, { count, sumUs }] of Object.entries(wire)) sums.addTo(key, count, sumUs)
    return sums
  }

  /** Makes room for a key that is new; −1 when there are too many. */
  #positionOf(key: string): number {
    const known = this.#keys.indexOf(key)
    if (known >= 0) return known
    if (this.#keys.length >= maxPhases) return -1
    const numbers = new Float64Array(2 * (this.#keys.length + 1))
    numbers.set(this.#numbers)
    this.#numbers = numbers
    return this.#keys.push(key) - 1
  }
}
