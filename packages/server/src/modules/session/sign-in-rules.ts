/** Consequences of failed sign-ins: pure arithmetic on counters; locks stop a single attacker, delays slow down many. */
import { lockDurationMs, maxLoginFailures } from '@pone/schema/limits.ts'

/** Failures since the last success or the last 15 minutes without an attempt. */
export interface FailureCounter {
  readonly failures: number
  /** Time of the last attempt. */
  readonly lastAt: number
  readonly lockedUntil: number | null
}

/**
 * The counters that apply to an attempt. `origin`: this account from this address or known device, which is typical of a
 * single attacker. `account`: from all addresses. `address`: on all accounts. For a known device only `origin` applies.
 */
export interface FailureCounters {
  readonly origin: FailureCounter
  readonly account: FailureCounter | null
  readonly address: FailureCounter | null
}

export type SignInVerdict =
  | { readonly kind: 'locked'; readonly until: number }
  | { readonly kind: 'delayed'; readonly until: number }
  /** Whether the attempt may be checked; the counters after it fails. */
  | { readonly kind: 'open'; readonly counters: FailureCounters }

/** Number of failures without a delay: an address may be shared by a whole office. */
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

/** The delay after so many failures: none up to `free`, then 1, 2, 4 … s, at most a minute. */
export const delayAfter = (failures: number, free: number): number =>
  failures < free ? 0 : Math.min(longestDelayMs, firstDelayMs * 2 ** (failures - free))

/** Reset when the lock is over, or after 15 minutes without an attempt. */
function current(counter: FailureCounter, now: number): FailureCounter {
  const isLockOver = counter.lockedUntil !== null && counter.lockedUntil <= now
  const isQuiet = counter.lockedUntil === null && counter.lastAt + lockDurationMs <= now
  return isLockOver || isQuiet ? noFailures : counter
}

const opensAt = (counter: FailureCounter | null, free: number): number =>
  counter === null ? 0 : counter.lastAt + delayAfter(counter.failures, free)
