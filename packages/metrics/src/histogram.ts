/** Response times counted in slots of 3 significant digits: what every percentile of the product is taken from, and merged exactly over seconds and machines. */
import { decodeBase64, encodeBase64 } from './base64.ts'
import { DecodedCounts, encodeCounts } from './histogram-codec.ts'
import { highestUs, lowestUs, maxHistogramUs, slotCount, slotOf } from './histogram-slots.ts'

/** Slots are stored in blocks of this many, from the first block used to the last: an idle label costs nothing. */
const blockSlots = 256
const empty = new Uint32Array(0)

const clampUs = (valueUs: number): number =>
  valueUs > 0 ? (valueUs < maxHistogramUs ? valueUs >>> 0 : maxHistogramUs) : 0

/** One non-empty slot: the times it stands for, µs, both inclusive, and how often they were seen. */
export interface HistogramSlot {
  lowestUs: number
  highestUs: number
  count: number
}

/** Log-linear histogram of whole microseconds from 0 to about 71 minutes; longer ones are counted in the last slot. */
export class Histogram {
  #counts = empty
  #firstSlot = 0
  #count = 0

  /** Values recorded; exact also for clamped ones. */
  get count(): number {
    return this.#count
  }

  /** An empty one with room for the same times, so that it need not grow to hold what is like them. */
  emptyLike(): Histogram {
    const histogram = new Histogram()
    histogram.#counts = new Uint32Array(this.#counts.length)
    histogram.#firstSlot = this.#firstSlot
    return histogram
  }

  /** Counts one response time, whole µs; below 0 or NaN counts as 0. Allocates only when the range of times grows. */
  record(valueUs: number): void {
    const slot = slotOf(clampUs(valueUs))
    let index = slot - this.#firstSlot
    if (index < 0 || index >= this.#counts.length) {
      this.#cover(slot, slot)
      index = slot - this.#firstSlot
    }
    this.#counts[index] = (this.#counts[index] ?? 0) + 1
    this.#count++
  }

  /** Counts the same response time, whole µs, n times. */
  recordN(valueUs: number, n: number): void {
    if (n > 0) this.#add(slotOf(clampUs(valueUs)), n)
  }

  /** Adds all that the other one counted. */
  merge(other: Histogram): void {
    if (other.#count === 0) return
    const from = other.#counts
    const { length } = from
    this.#cover(other.#firstSlot, other.#firstSlot + length - 1)
    const into = this.#counts
    const shift = other.#firstSlot - this.#firstSlot
    for (let index = 0; index < length; index++) {
      const added = from[index] as number
      if (added !== 0) into[shift + index] = (into[shift + index] as number) + added
    }
    this.#count += other.#count
  }

  /** Adds what encode() made of another one. @throws RangeError for anything else; nothing is added then. */
  mergeEncoded(bytes: Uint8Array): void {
    this.mergeDecoded(new DecodedCounts().read(bytes))
  }

  /** Adds the counts of another one. */
  mergeDecoded(decoded: DecodedCounts): void {
    const { length, slots, counts: added } = decoded
    if (length === 0) return
    this.#cover(slots[0] as number, slots[length - 1] as number)
    const counts = this.#counts
    const firstSlot = this.#firstSlot
    for (let at = 0; at < length; at++) {
      const index = (slots[at] as number) - firstSlot
      counts[index] = (counts[index] as number) + (added[at] as number)
    }
    this.#count += decoded.total
  }

  /** Takes away what was merged before, for windows that slide. @throws RangeError when the other one was never merged in. */
  subtract(other: Histogram): void {
    const shift = other.#firstSlot - this.#firstSlot
    for (let index = 0; index < other.#counts.length; index++) {
      const taken = other.#counts[index] ?? 0
      if (taken === 0) continue
      const present = this.#counts[shift + index]
      if (present === undefined || present < taken) throw new RangeError('histogram was not merged before')
      this.#counts[shift + index] = present - taken
    }
    this.#count -= other.#count
  }

  /** Forgets everything but keeps its memory for the next second. */
  reset(): void {
    if (this.#count === 0) return
    this.#counts.fill(0)
    this.#count = 0
  }

  /** The time, µs, that `percentile` (0 to 100) of the values do not exceed, by nearest rank, clamped to the true extremes; 0 when empty. */
  valueAtPercentile(percentile: number, minUs = 0, maxUs = Number.POSITIVE_INFINITY): number {
    return this.valuesAtPercentiles([percentile], minUs, maxUs)[0] ?? 0
  }

  /** The same for several percentiles in ascending order, in one pass. */
  valuesAtPercentiles(percentiles: readonly number[], minUs = 0, maxUs = Number.POSITIVE_INFINITY): number[] {
    if (this.#count === 0) return percentiles.map(() => 0)
    const counts = this.#counts
    const values: number[] = []
    let seen = 0
    let index = -1
    for (const percentile of percentiles) {
      // 99.9 % of 1000 must be rank 999 although the product is 999.0000000000001.
      const rank = Math.min(Math.max(1, Math.ceil((percentile * this.#count) / 100 - 1e-6)), this.#count)
      while (seen < rank) seen += counts[++index] as number
      values.push(Math.min(Math.max(highestUs(this.#firstSlot + index), minUs), maxUs))
    }
    return values
  }

  /** Non-empty slots in ascending order. */
  *slots(): Generator<HistogramSlot> {
    for (const [index, count] of this.#counts.entries()) {
      if (count === 0) continue
      const slot = this.#firstSlot + index
      yield { lowestUs: lowestUs(slot), highestUs: highestUs(slot), count }
    }
  }

  /** Compact bytes; an empty histogram takes one. */
  encode(): Uint8Array<ArrayBuffer> {
    return encodeCounts(this.#counts, this.#firstSlot)
  }

  /** encode() as text, for JSON. */
  encodeBase64(): string {
    return encodeBase64(this.encode())
  }

  /** Reads what encode() made. @throws RangeError for anything else. */
  static decode(bytes: Uint8Array): Histogram {
    const histogram = new Histogram()
    histogram.mergeEncoded(bytes)
    return histogram
  }

  /** Reads what encodeBase64() made. @throws RangeError for anything else. */
  static decodeBase64(text: string): Histogram {
    return Histogram.decode(decodeBase64(text))
  }

  #add(slot: number, count: number): void {
    this.#cover(slot, slot)
    const index = slot - this.#firstSlot
    this.#counts[index] = (this.#counts[index] ?? 0) + count
    this.#count += count
  }

  /** Grows to at least twice its size on the side that is short, so that a wide range of times costs few copies. */
  #cover(fromSlot: number, toSlot: number): void {
    const { length } = this.#counts
    const start = this.#firstSlot
    const end = start + length
    if (length > 0 && fromSlot >= start && toSlot < end) return
    const from = fromSlot - (fromSlot % blockSlots)
    const to = toSlot - (toSlot % blockSlots) + blockSlots
    if (length === 0) {
      // Response times of one kind of request seldom keep within a factor of two.
      this.#firstSlot = Math.max(0, from - 2 * blockSlots)
      this.#counts = new Uint32Array(Math.min(slotCount, to + 4 * blockSlots) - this.#firstSlot)
      return
    }
    const first = from < start ? Math.max(0, Math.min(from, start - length)) : start
    const last = to > end ? Math.min(slotCount, Math.max(to, end + length)) : end
    const grown = new Uint32Array(last - first)
    grown.set(this.#counts, start - first)
    this.#counts = grown
    this.#firstSlot = first
  }
}
