/** Merges the batches of a run over its workers and over neighbouring seconds, label by label, so that a long run is quickly read again; nothing but the single second is lost. */
import { Counters } from '@pone/metrics/counters.ts'
import { DecodedCounts } from '@pone/metrics/histogram-codec.ts'
import { decodeLabels, encodeLabels, mergeStored } from './label-codec.ts'
import { type StoredBatch, toldUsers } from './stored-batch.ts'
import { UserTally } from './user-tally.ts'

/** What all workers counted in `widthSeconds` from a second on that is a multiple of them. */
export interface CondensedSeconds {
  readonly second: number
  /** The most at a time. */
  readonly users: number
  /** Requests whose outcome died with their worker. */
  readonly lost: number
  /** As in a batch. */
  readonly labels: Buffer
}

const maxRows = 512
const minWidthSeconds = 2

/** Width, a power of two, that makes at most 512 rows of a run. */
export function condensedWidth(seconds: number): number {
  let width = minWidthSeconds
  while (seconds > width * maxRows) width *= 2
  return width
}

export class Condenser {
  readonly #widthSeconds: number
  readonly #counters = new Map<number, Counters>()
  readonly #decoded = new DecodedCounts()
  #row = -1
  readonly #users = new UserTally()
  #lost = 0

  constructor(widthSeconds: number) {
    this.#widthSeconds = widthSeconds
  }

  /** Takes the next batch in order of seconds; answers the row that ends before it, if one does. What of a damaged batch cannot be read is left out. */
  add(batch: StoredBatch): CondensedSeconds | null {
    const row = Math.floor(batch.second / this.#widthSeconds)
    const ended = row === this.#row ? null : this.finish()
    this.#row = row
    this.#users.add(batch.second, batch.workerId, toldUsers(batch))
    this.#lost += batch.end?.lost ?? 0
    try {
      for (const stored of decodeLabels(batch.labels, this.#decoded)) {
        let counters = this.#counters.get(stored.label)
        if (counters === undefined) {
          counters = new Counters()
          this.#counters.set(stored.label, counters)
        }
        mergeStored(counters, stored)
      }
    } catch (cause) {
      if (!(cause instanceof RangeError)) throw cause
    }
    return ended
  }

  /** The row that is being filled, if any; afterwards a new one begins. */
  finish(): CondensedSeconds | null {
    if (this.#row < 0) return null
    const labels = [...this.#counters]
      .sort((a, b) => a[0] - b[0])
      .map(([label, counters]) => ({ label, ...counters.toWire() }))
    const row = {
      second: this.#row * this.#widthSeconds,
      users: this.#users.take(),
      lost: this.#lost,
      labels: encodeLabels(labels),
    }
    for (const counters of this.#counters.values()) counters.reset()
    this.#row = -1
    this.#lost = 0
    return row
  }
}
