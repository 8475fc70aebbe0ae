/** Gathers what was collected into a batch per period. */
import type { CollectedBatch } from './batch.ts'
import type { CollectionClock } from './collection-clock.ts'

type Growing = { [K in keyof CollectedBatch]: CollectedBatch[K][number][] }

const emptyBatch = (): Growing => ({
  layouts: [],
  rows: [],
  texts: [],
  tables: [],
  states: [],
  ended: [],
})

export class Outbox {
  readonly #clock: CollectionClock
  readonly #send: (batch: CollectedBatch) => void
  readonly #periodMs: number
  #batch = emptyBatch()
  #cancel: (() => void) | undefined

  constructor(clock: CollectionClock, periodMs: number, send: (batch: CollectedBatch) => void) {
    this.#clock = clock
    this.#periodMs = periodMs
    this.#send = send
  }

  add(parts: Partial<CollectedBatch>): void {
    this.#batch.layouts.push(...(parts.layouts ?? []))
    this.#batch.rows.push(...(parts.rows ?? []))
    this.#batch.texts.push(...(parts.texts ?? []))
    this.#batch.tables.push(...(parts.tables ?? []))
    this.#batch.states.push(...(parts.states ?? []))
    this.#batch.ended.push(...(parts.ended ?? []))
    this.#cancel ??= this.#clock.after(this.#periodMs, () => this.flush())
  }

  flush(): void {
    this.#cancel?.()
    this.#cancel = undefined
    const batch = this.#batch
    if (Object.values(batch).every(list => list.length === 0)) return
    this.#batch = emptyBatch()
    this.#send(batch)
  }
}
