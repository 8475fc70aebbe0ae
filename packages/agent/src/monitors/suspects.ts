/**
 * Finds the section whose answers end the collector process, by what was being collected each time it ended, and sets it
 * aside. Sections that are set aside come back as trials: smaller groups after each failure, so that the one that ends
 * the process is alone in the end and the others are cleared. Pure; instants are monotonic ms.
 */

/** Deaths in a row at which a section was being collected, without one collection that ended. */
const maxDeaths = 2
const firstPauseMs = 60_000
const maxPauseMs = 3_600_000
/** Without a death for this long, a section is like one that never was suspected. */
const forgetMs = 2 * maxPauseMs
/** A trial holds up others for this long, though no collection of it has ended. */
const maxTrialMs = 60_000

interface Suspect {
  /** Deaths in a row. */
  deaths: number
  /** Instant from which it may be tried again; null while it is collected. */
  asideUntil: number | null
  /** Since when it is collected again after it was set aside; null once a collection has ended. */
  triedAt: number | null
  /** How often it was the only one that was being collected, or on trial. */
  convictions: number
  seenAt: number
}

export interface SetAside {
  readonly key: string
  /** Until it is tried again. */
  readonly pauseMs: number
}

export class Suspects {
  readonly #suspects = new Map<string, Suspect>()
  /** Sections of one trial. */
  #groupSize = Number.POSITIVE_INFINITY

  /** The process ended while these sections were being collected. Returns those that were alone and are set aside for longer. */
  died(running: ReadonlySet<string>, now: number): SetAside[] {
    const blamed = [...running].map(key => ({ key, suspect: this.#suspectOf(key, now) }))
    for (const { suspect } of blamed) suspect.deaths += 1
    const tried = blamed.filter(({ suspect }) => suspect.triedAt !== null)
    // While some are on trial, the others were only there.
    const guilty = tried.length > 0 ? tried : blamed.filter(({ suspect }) => suspect.deaths >= maxDeaths)
    const isAlone = guilty.length === 1 && (tried.length === 1 || blamed.length === 1)
    if (tried.length > 0) this.#groupSize = isAlone ? Number.POSITIVE_INFINITY : tried.length >> 1
    return guilty.flatMap(({ key, suspect }) => {
      suspect.triedAt = null
      const pauseMs = isAlone ? Math.min(maxPauseMs, firstPauseMs * 2 ** suspect.convictions) : 0
      suspect.asideUntil = now + pauseMs
      if (!isAlone) return []
      suspect.convictions += 1
      return [{ key, pauseMs }]
    })
  }

  /** A collection of the section is over, and the process lives. */
  ended(key: string, now: number): void {
    const suspect = this.#suspects.get(key)
    if (suspect === undefined || suspect.asideUntil !== null) return
    suspect.deaths = 0
    suspect.triedAt = null
    if (suspect.convictions === 0 || now - suspect.seenAt > forgetMs) this.#suspects.delete(key)
  }

  /** Sections that are collected again from now on; none while others are on trial. */
  trials(now: number): string[] {
    const all = [...this.#suspects]
    const isTrying = all.some(([, { triedAt }]) => triedAt !== null && now - triedAt < maxTrialMs)
    if (isTrying) return []
    const aside = all.filter(([, { asideUntil }]) => asideUntil !== null)
    if (aside.length === 0) this.#groupSize = Number.POSITIVE_INFINITY
    // Those that failed last come first: one of them ended the process.
    const due = aside.filter(([, { asideUntil }]) => (asideUntil ?? 0) <= now).toReversed()
    const group = due.slice(0, Math.min(Math.ceil(due.length / 2), this.#groupSize))
    for (const [, suspect] of group) {
      suspect.triedAt = now
      suspect.asideUntil = null
    }
    return group.map(([key]) => key)
  }

  isAside(key: string): boolean {
    return (this.#suspects.get(key)?.asideUntil ?? null) !== null
  }

  /** A section that is removed or changed begins anew. */
  forget(key: string): void {
    this.#suspects.delete(key)
  }

  #suspectOf(key: string, now: number): Suspect {
    const known = this.#suspects.get(key)
    const suspect = known ?? { deaths: 0, asideUntil: null, triedAt: null, convictions: 0, seenAt: now }
    suspect.seenAt = now
    this.#suspects.delete(key)
    this.#suspects.set(key, suspect)
    return suspect
  }
}
