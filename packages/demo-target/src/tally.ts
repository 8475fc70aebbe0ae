/** Counts what the shop received and answered, in total and per run, so that a load test can be reconciled with its target. */

/** Counts by `METHOD path status`; a request without an answer yet has the status `open`. */
export interface TallySnapshot {
  /** Requests whose head was received. */
  readonly received: number
  /** Requests whose answer was handed to the connection in full. */
  readonly answered: number
  /** Requests whose connection was closed before the answer was complete. */
  readonly aborted: number
  /** Received requests by method and route. */
  readonly byRoute: Readonly<Record<string, number>>
  /** Answered requests by method, route and status. */
  readonly byStatus: Readonly<Record<string, number>>
}

interface Counts {
  received: number
  answered: number
  aborted: number
  readonly byRoute: Map<string, number>
  readonly byStatus: Map<string, number>
}

/** One received request that waits for its end; call exactly one of the two, further calls count nothing. */
export interface OpenRequest {
  answered(status: number): void
  aborted(): void
}

/** Runs that are remembered; the one that was seen first goes first. */
const runsMax = 1000

/** `run` is the value of the `x-pone-run` header; routes must come from a fixed set, so that the maps stay small. */
export class Tally {
  #total = emptyCounts()
  readonly #runs = new Map<string, Counts>()

  receive(route: string, run: string | undefined): OpenRequest {
    const affected = run === undefined ? [this.#total] : [this.#total, this.#countsOf(run)]
    for (const counts of affected) {
      counts.received += 1
      increment(counts.byRoute, route)
    }
    let isOpen = true
    return {
      answered: status => {
        if (!isOpen) return
        isOpen = false
        for (const counts of affected) {
          counts.answered += 1
          increment(counts.byStatus, `${route} ${status}`)
        }
      },
      aborted: () => {
        if (!isOpen) return
        isOpen = false
        for (const counts of affected) counts.aborted += 1
      },
    }
  }

  /** The counts of one run (zero when it was never seen), or of everything. */
  snapshot(run?: string): TallySnapshot {
    const counts = run === undefined ? this.#total : (this.#runs.get(run) ?? emptyCounts())
    const { received, answered, aborted } = counts
    return {
      received,
      answered,
      aborted,
      byRoute: Object.fromEntries(counts.byRoute),
      byStatus: Object.fromEntries(counts.byStatus),
    }
  }

  reset(): void {
    this.#total = emptyCounts()
    this.#runs.clear()
  }

  #countsOf(run: string): Counts {
    const known = this.#runs.get(run)
    if (known !== undefined) return known
    const oldest = this.#runs.size >= runsMax ? this.#runs.keys().next() : undefined
    if (oldest !== undefined && oldest.done !== true) this.#runs.delete(oldest.value)
    const counts = emptyCounts()
    this.#runs.set(run, counts)
    return counts
  }
}

function emptyCounts(): Counts {
  return { received: 0, answered: 0, aborted: 0, byRoute: new Map(), byStatus: new Map() }
}

function increment(map: Map<string, number>, key: string): void {
  map.set(key, (map.get(key) ?? 0) + 1)
}
