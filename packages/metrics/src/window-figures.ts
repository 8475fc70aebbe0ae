/** Figures of one label in windows of several widths at once: the narrow ones are merged into the wide ones as time goes by, so that nothing but figures is kept. */
import type { Counters } from './counters.ts'
import { type CounterStatistics, statisticsOf } from './statistics.ts'
import { type SecondSpan, windowsIn } from './window-widths.ts'

/** Figures that windows are tested by. */
export const windowMetrics = [
  'avgMs',
  'p50Ms',
  'p90Ms',
  'p95Ms',
  'p99Ms',
  'p999Ms',
  'standardDeviationMs',
  'perSecond',
  'errorPercent',
  'sentBytesPerSecond',
  'receivedBytesPerSecond',
] as const satisfies readonly (keyof CounterStatistics)[]
export type WindowMetric = (typeof windowMetrics)[number]

/** All windows of one width, in order of time. */
export interface WindowLevel {
  readonly seconds: number
  /** Requests in each window. */
  readonly counts: Float64Array
  readonly figures: Readonly<Record<WindowMetric, Float64Array>>
}

export class WindowFigures {
  readonly levels: readonly WindowLevel[]
  readonly #first: readonly number[]
  readonly #makeCounters: () => Counters
  #open: (Counters | null)[]

  /** Widths as windowWidths gives them. */
  constructor(span: SecondSpan, widths: readonly number[], makeCounters: () => Counters) {
    this.#makeCounters = makeCounters
    const places = widths.map(seconds => windowsIn(span, seconds))
    this.#first = places.map(({ first }) => first)
    this.levels = places.map(({ first, end }, index) => emptyLevel(widths[index] ?? 1, end - first))
    this.#open = widths.map(() => null)
  }

  /** Takes all that was counted in the narrow window of that number since the run's start; numbers must ascend, each followed by `close`. */
  add(index: number, counters: Counters): void {
    if (counters.count === 0 || this.levels.length === 0) return
    this.#write(0, index, counters)
    if (this.levels.length > 1) this.#at(1).merge(counters)
  }

  /** Ends the wide windows that end with the narrow one `index`; `next` is the one that is filled next, whatever lies between is empty. */
  close(index: number, next: number): void {
    for (let level = 1; level < this.levels.length; level++) {
      const place = Math.floor(index / 2 ** level)
      if (place === Math.floor(next / 2 ** level)) return
      const counters = this.#open[level] ?? null
      if (counters === null || counters.count === 0) continue
      this.#write(level, place, counters)
      if (level + 1 < this.levels.length) this.#at(level + 1).merge(counters)
      counters.reset()
    }
  }

  #at(level: number): Counters {
    const counters = this.#open[level] ?? this.#makeCounters()
    this.#open[level] = counters
    return counters
  }

  #write(level: number, place: number, counters: Counters): void {
    const windows = this.levels[level]
    const at = place - (this.#first[level] ?? 0)
    if (windows === undefined || at < 0 || at >= windows.counts.length) return
    const statistics = statisticsOf(counters, windows.seconds * 1_000)
    windows.counts[at] = statistics.count
    for (const metric of windowMetrics) windows.figures[metric][at] = statistics[metric]
  }
}

function emptyLevel(seconds: number, length: number): WindowLevel {
  const numbers = () => new Float64Array(length)
  return {
    seconds,
    counts: numbers(),
    figures: {
      avgMs: numbers(),
      p50Ms: numbers(),
      p90Ms: numbers(),
      p95Ms: numbers(),
      p99Ms: numbers(),
      p999Ms: numbers(),
      standardDeviationMs: numbers(),
      perSecond: numbers(),
      errorPercent: numbers(),
      sentBytesPerSecond: numbers(),
      receivedBytesPerSecond: numbers(),
    },
  }
}
