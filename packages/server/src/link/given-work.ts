/** What an agent may report on: work that this server sent on its connection, and the runs that its hello lists. */
import type { Hello } from '@pone/contract/link/messages.ts'
import { TokenBucket } from '../sockets/token-bucket.ts'

/** Maximum number of runs from a hello; the agent offers the others after these are forgotten. */
export const maxHeldRuns = 1_000
const maxKept = 5_000
/** Some work outlives the server process that started it, so its ids are looked up in the database, at a limited rate. */
const lookUpsPerSecond = 20
const lookUpsAtOnce = 500
/** An agent gathers the requests of a proxy into four messages per second, each of which may have hundreds. */
const proxyReportsPerSecond = 20
const proxyReportsAtOnce = 200

export class GivenWork {
  readonly #ids = new Map<string, RecentIds>()
  readonly #lookUps = new TokenBucket(lookUpsPerSecond, lookUpsAtOnce)
  readonly #proxyReports = new TokenBucket(proxyReportsPerSecond, proxyReportsAtOnce)

  constructor({ runs }: Pick<Hello, 'runs'>) {
    for (const { runId } of runs) this.of('runs').add(runId)
  }

  get runIds(): readonly string[] {
    return this.of('runs').all
  }

  /** Ids of one kind of work. */
  of(sort: string): RecentIds {
    const ids = this.#ids.get(sort) ?? new RecentIds()
    this.#ids.set(sort, ids)
    return ids
  }

  /** Counts a look-up in the database; false when there were too many. `at` is monotonic, ms. */
  mayLookUp(at: number): boolean {
    return this.#lookUps.tryTake(at)
  }

  /** Counts a message about a recording proxy; false when there were too many. `at` is monotonic, ms. */
  mayTellOfProxy(at: number): boolean {
    return this.#proxyReports.tryTake(at)
  }
}

/** The latest ids; above the maximum the oldest are dropped. */
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
