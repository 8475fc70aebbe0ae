/** What failed sign-ins lead to: pure arithmetic on counters; the lock hits one attacker, the delays slow many down. */
import { lockDurationMs, maxLoginFailures } from '@pone/schema/limits.ts'

/** Failures since the last success or the last quiet quarter of an hour. */
export interface FailureCounter {
  readonly failures: number
  /** Of the last attempt. */
  readonly lastAt: number
  readonly lockedUntil: number | null
}

/**
 * The counters that an attempt meets. `origin`: this account from this address or known device, which is what one attacker
 * looks like. `account`: from everywhere. `address`: on every account. A known device meets only its own.
 */
export interface FailureCounters {
  readonly origin: FailureCounter
  readonly account: FailureCounter | null
  readonly address: FailureCounter | null
}

export type SignInVerdict =
  | { readonly kind: 'locked'; readonly until: number }
  | { readonly kind: 'delayed'; readonly until: number }
  /** The attempt may be checked; the counters as they are if it fails. */
  | { readonly kind: 'open'; readonly counters: FailureCounters }

/** Failures without a delay: an address may be that of a whole office. */
const freeFailures = { account: maxLoginFailures, address: 20 }
const firstDelayMs = 1_000
export const longestDelayMs = 60_000

export const noFailures: FailureCounter = { failures: 0, lastAt: 0, lockedUntil: null }

export function judgeAttempt(counters: FailureCounters, now: number): SignInVerdict {
  const origin = current(counters.origin, now)
  if (origin.lockedUntil !== null) return { kind: 'locked', until: origin.lockedUntil }
  const account = counters.account && current(counters.account, now)
  const address = counters.address && current(counters.address, now)
  const until = Math.max(opensAt(account, freeFailures.account), opensAt(address, freeFailures.address))
  if (until > now) return { kind: 'delayed', until }
  const failures = origin.failures + 1
  const lockedUntil = failures >= maxLoginFailures ? now + lockDurationMs : null
  return {
    kind: 'open',
    counters: {
      origin: { failures, lastAt: now, lockedUntil },
      account: account && { ...account, failures: account.failures + 1, lastAt: now },
      address: address && { ...address, failures: address.failures + 1, lastAt: now },
    },
  }
}

/** The wait after so many failures: none up to `free`, then 1, 2, 4 … s, at most a minute. */
export const delayAfter = (failures: number, free: number): number =>
  failures < free ? 0 : Math.min(longestDelayMs, firstDelayMs * 2 ** (failures - free))

/** A lock that is over, or a quarter of an hour without an attempt, begins anew. */
function current(counter: FailureCounter, now: number): FailureCounter {
  const isLockOver = counter.lockedUntil !== null && counter.lockedUntil <= now
  const isQuiet = counter.lockedUntil === null && counter.lastAt + lockDurationMs <= now
  return isLockOver || isQuiet ? noFailures : counter
}

const opensAt = (counter: FailureCounter | null, free: number): number =>
  counter === null ? 0 : counter.lastAt + delayAfter(counter.failures, free)
