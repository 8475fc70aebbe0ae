/** The parts of requests' response times (look-up, connecting, TLS, first byte, transfer) as sums that merge exactly. */

/** In the order in which they happen. */
export const phaseNames = ['dns', 'connect', 'tls', 'firstByte', 'transfer'] as const
export type PhaseName = (typeof phaseNames)[number]

/** Parts of one response time, µs; null where a part did not happen. */
export interface PhaseTimes {
  readonly dnsUs: number | null
  readonly connectUs: number | null
  readonly tlsUs: number | null
  readonly firstByteUs: number | null
  readonly transferUs: number | null
}

/** How often each part happened and how long it took in all; the contract's PhaseSums. */
export type WirePhases = Record<PhaseName, { count: number; sumUs: number }>

/** Averages over the requests in which a part happened, ms; the contract's PhaseAverages. */
export type PhaseMeans = Record<`${PhaseName}Ms`, number | null>

export class PhaseSums {
  /** Count and sum of each part, in order. */
  readonly #numbers = new Float64Array(2 * phaseNames.length)

  get isEmpty(): boolean {
    return this.#numbers.every(number => number === 0)
  }

  /** Counts the parts of one request; allocates nothing. */
  record(times: PhaseTimes): void {
    if (times.dnsUs !== null) this.add(0, 1, times.dnsUs)
    if (times.connectUs !== null) this.add(1, 1, times.connectUs)
    if (times.tlsUs !== null) this.add(2, 1, times.tlsUs)
    if (times.firstByteUs !== null) this.add(3, 1, times.firstByteUs)
    if (times.transferUs !== null) this.add(4, 1, times.transferUs)
  }

  /** Adds to the part at that position of phaseNames. */
  add(position: number, count: number, sumUs: number): void {
    const numbers = this.#numbers
    const at = 2 * position
    numbers[at] = (numbers[at] as number) + count
    numbers[at + 1] = (numbers[at + 1] as number) + sumUs
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
    for (const [at, number] of other.#numbers.entries()) this.#numbers[at] = (this.#numbers[at] ?? 0) + number
  }

  reset(): void {
    this.#numbers.fill(0)
  }

  /** Form for a batch; null when nothing was counted. */
  toWire(): WirePhases | null {
    if (this.isEmpty) return null
    const sums = (position: number) => ({ count: this.countAt(position), sumUs: this.sumUsAt(position) })
    return { dns: sums(0), connect: sums(1), tls: sums(2), firstByte: sums(3), transfer: sums(4) }
  }

  /** Averages; null when nothing was counted. */
  means(): PhaseMeans | null {
    if (this.isEmpty) return null
    const mean = (position: number): number | null => {
      const count = this.countAt(position)
      return count === 0 ? null : this.sumUsAt(position) / count / 1_000
    }
    return {
      dnsMs: mean(0),
      connectMs: mean(1),
      tlsMs: mean(2),
      firstByteMs: mean(3),
      transferMs: mean(4),
    }
  }

  /** Reads what toWire() made. */
  static fromWire(wire: WirePhases): PhaseSums {
    const sums = new PhaseSums()
    for (const [position, name] of phaseNames.entries())
      sums.add(position, wire[name].count, wire[name].sumUs)
    return sums
  }
}
