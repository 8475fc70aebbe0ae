/** The slowest request of each label in a second, of those that began a trace. */
import { maxSlowTraces, type SlowTrace } from '@pone/contract/entities/run.ts'

export class SlowTraces {
  readonly #slowest = new Map<number, SlowTrace>()

  /** `trace` is made only where it is kept. */
  add(label: number, durationUs: number, trace: () => Omit<SlowTrace, 'label' | 'durationMs'>): void {
    const durationMs = durationUs / 1_000
    const known = this.#slowest.get(label)
    if (known !== undefined && known.durationMs >= durationMs) return
    this.#slowest.set(label, { label, durationMs, ...trace() })
  }

  /** The slowest first, and resets; null where there is none. */
  take(): SlowTrace[] | null {
    if (this.#slowest.size === 0) return null
    const taken = [...this.#slowest.values()]
      .toSorted((a, b) => b.durationMs - a.durationMs)
      .slice(0, maxSlowTraces)
    this.#slowest.clear()
    return taken
  }
}
