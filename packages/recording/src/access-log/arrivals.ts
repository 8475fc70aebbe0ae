/** Counts arrivals per interval in bounded memory: the intervals grow with the time that the log covers. */

const maxIntervals = 4_096

export class Arrivals {
  #intervalSeconds = 1
  #counts = new Map<number, number>()
  #first = Number.POSITIVE_INFINITY
  #last = Number.NEGATIVE_INFINITY

  add(atMs: number): void {
    const interval = Math.floor(atMs / 1_000 / this.#intervalSeconds)
    this.#counts.set(interval, (this.#counts.get(interval) ?? 0) + 1)
    this.#first = Math.min(this.#first, atMs)
    this.#last = Math.max(this.#last, atMs)
    while (this.#counts.size > maxIntervals) this.#double()
  }

  /** Arrivals of each interval from the first to the last; an interval without any counts 0. */
  counted(): { readonly intervalSeconds: number; readonly counts: readonly number[] } {
    if (this.#counts.size === 0) return { intervalSeconds: this.#intervalSeconds, counts: [] }
    let places = [...this.#counts.keys()]
    // Times without any request may lie between.
    while (span(places) > maxIntervals) {
      this.#double()
      places = [...this.#counts.keys()]
    }
    const first = places.reduce((least, each) => Math.min(least, each))
    const counts = Array.from({ length: span(places) }, (_, at) => this.#counts.get(first + at) ?? 0)
    return { intervalSeconds: this.#intervalSeconds, counts }
  }

  /** Times of the first and last arrival; null without any. */
  get period(): { readonly fromMs: number; readonly toMs: number } | null {
    return this.#counts.size === 0 ? null : { fromMs: this.#first, toMs: this.#last }
  }

  #double(): void {
    const counts = new Map<number, number>()
    for (const [interval, count] of this.#counts) {
      const wider = Math.floor(interval / 2)
      counts.set(wider, (counts.get(wider) ?? 0) + count)
    }
    this.#counts = counts
    this.#intervalSeconds *= 2
  }
}

const span = (places: readonly number[]): number =>
  places.reduce((most, each) => Math.max(most, each)) -
  places.reduce((least, each) => Math.min(least, each)) +
  1
