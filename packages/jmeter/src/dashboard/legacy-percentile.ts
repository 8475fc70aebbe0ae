/** The percentiles that JMeter's dashboard prints: Commons Math's LEGACY estimate over the last samples of a label. */

/** `jmeter.reportgenerator.statistic_window`, samples. */
const windowSize = 20_000
const firstSize = 256

/** The last 20,000 values of a series, in a ring buffer that grows up to that size. */
export class SlidingWindow {
  #values = new Float64Array(firstSize)
  #count = 0
  #next = 0

  /** Adds a value; beyond 20,000 the oldest one is removed. */
  add(value: number): void {
    if (this.#next === this.#values.length) this.#makeRoom()
    this.#values[this.#next++] = value
    if (this.#count < this.#next) this.#count = this.#next
  }

  /** Estimates at percentiles above 0 up to 100; NaN without values. */
  percentiles(wanted: readonly number[]): number[] {
    const sorted = this.#values.slice(0, this.#count).sort()
    return wanted.map(percentile => legacyPercentile(sorted, percentile))
  }

  #makeRoom(): void {
    if (this.#values.length >= windowSize) {
      this.#next = 0
      return
    }
    const grown = new Float64Array(Math.min(windowSize, this.#values.length * 4))
    grown.set(this.#values)
    this.#values = grown
  }
}

/**
 * Linear interpolation between the two values around the position p·(n + 1).
 * @see Percentile.EstimationType.LEGACY in org.apache.commons.math3.stat.descriptive.rank, DescriptiveStatisticsFactory
 * in JMeter
 */
export function legacyPercentile(sorted: ArrayLike<number>, percentile: number): number {
  const { length } = sorted
  if (length === 0) return Number.NaN
  const place = (percentile / 100) * (length + 1)
  const below = Math.floor(place)
  if (place < 1) return sorted[0] as number
  if (place >= length) return sorted[length - 1] as number
  const lower = sorted[below - 1] as number
  return lower + (place - below) * ((sorted[below] as number) - lower)
}
