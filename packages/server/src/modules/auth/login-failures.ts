/** Counts wrong sign-ins of accounts that do not exist, so that they answer just as existing ones do. */
import { lockDurationMs, maxLoginFailures } from '@pone/contract/limits.ts'
import type { Clock } from '../../adapters/clock.ts'

export interface UnknownAccounts {
  /** Until when the name counts as locked; undefined when it does not. */
  lockedUntil(name: string): number | undefined
  /** Failures so far, this one included. */
  countFailure(name: string): number
}

/** Oldest names are forgotten beyond this many. */
const maxNames = 10_000

export function createUnknownAccounts(clock: Clock): UnknownAccounts {
  const entries = new Map<string, { failures: number; lockedUntil: number }>()
  const entryOf = (name: string) => {
    const entry = entries.get(name)
    const isOver = entry !== undefined && entry.lockedUntil !== 0 && entry.lockedUntil <= clock()
    return entry === undefined || isOver ? { failures: 0, lockedUntil: 0 } : entry
  }
  return {
    lockedUntil: name => {
      const { lockedUntil } = entryOf(name)
      return lockedUntil > clock() ? lockedUntil : undefined
    },
    countFailure: name => {
      const failures = entryOf(name).failures + 1
      const lockedUntil = failures >= maxLoginFailures ? clock() + lockDurationMs : 0
      entries.delete(name)
      entries.set(name, { failures, lockedUntil })
      const oldest = entries.keys().next().value
      if (entries.size > maxNames && oldest !== undefined) entries.delete(oldest)
      return failures
    },
  }
}
