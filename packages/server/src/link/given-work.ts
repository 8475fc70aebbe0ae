/** What an agent may report on: what this server has given to it on its line, and the runs that its hello names. */
import type { Hello } from '@pone/contract/link/messages.ts'
import { TokenBucket } from '../sockets/token-bucket.ts'

/** Runs that an agent may bring along; the rest it offers again when these are forgotten. */
export const maxHeldRuns = 1_000
const maxKept = 5_000
/** Some work outlives the server that gave it, so its ids are looked up in the database, but only so often. */
const lookUpsPerSecond = 20
const lookUpsAtOnce = 500

export class GivenWork {
  readonly #ids = new Map<string, RecentIds>()
  readonly #lookUps = new TokenBucket(lookUpsPerSecond, lookUpsAtOnce)

  constructor({ runs }: Pick<Hello, 'runs'>) {
    for (const { runId } of runs) this.of('runs').add(runId)
  }

  get runIds(): readonly string[] {
    return this.of('runs').all
  }

  /** Ids of one sort of work. */
  of(sort: string): RecentIds {
    const ids = this.#ids.get(sort) ?? new RecentIds()
    this.#ids.set(sort, ids)
    return ids
  }

  /** Counts a look-up in the database; false when there have been too many. `at` is monotonic, ms. */
  mayLookUp(at: number): boolean {
    return this.#lookUps.tryTake(at)
  }
}

/** The latest ids; the oldest of too many are left out. */
class RecentIds {
  readonly #ids = new Set<string>()

  get all(): readonly string[] {
    return [...this.#ids]
  }

  has(id: string): boolean {
    return this.#ids.has(id)
  }

  add(id: string): void {
    this.#ids.delete(id)
    this.#ids.add(id)
    for (const oldest of this.#ids) {
      if (this.#ids.size <= maxKept) break
      this.#ids.delete(oldest)
    }
  }

  delete(id: string): boolean {
    return this.#ids.delete(id)
  }
}
