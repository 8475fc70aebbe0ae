/** Slows down password guessing: every attempt is counted as failed before it is checked, and uncounted when it was correct. */
import { AppError } from '@pone/contract/errors.ts'
import { lockDurationMs, maxLoginFailures } from '@pone/schema/limits.ts'
import type { Clock } from '../../adapters/clock.ts'
import { addressBlock } from './address-block.ts'
import type { SignInFailureTable } from './session.table.ts'
import type { SignInFailureRepository } from './sign-in-failures.repository.ts'
import { judgeAttempt, noFailures, type SignInVerdict } from './sign-in-rules.ts'

/** Account names as typed: whether the account exists makes no difference here. */
export interface AccountName {
  readonly account: string
  readonly isAdministrator: boolean
}

export interface AttemptOrigin {
  readonly from: string
  /** Id of a device from which this account has signed in before. */
  readonly deviceId: string | undefined
}

export interface SignInAttempt {
  /** Until when this attempt locks its origin if it fails; null while attempts remain. */
  readonly lockedUntil: number | null
  /** The error for a wrong password. */
  readonly failure: AppError
  succeed(): Promise<void>
}

export interface SignInGuard {
  /** @throws AppError AccountLocked, SignInDelayed; before any check of a password */
  begin(name: AccountName, origin: AttemptOrigin): Promise<SignInAttempt>
  /** Removes locks and delays of an account. */
  forget(name: AccountName): Promise<void>
}

/** Maximum number of stored counters; the oldest beyond it are deleted. */
const maxCounters = 100_000
const pruneEveryMs = 60_000

export function createSignInGuard(repository: SignInFailureRepository, clock: Clock): SignInGuard {
  let prunedAt = 0
  const prune = async (now: number): Promise<void> => {
    if (now - prunedAt < pruneEveryMs) return
    prunedAt = now
    await repository.prune(now - 2 * lockDurationMs, maxCounters)
  }
  return {
    begin: async (name, origin) => {
      const now = clock()
      await prune(now)
      const keys = keysOf(name, origin)
      const present = [keys.origin, keys.account, keys.address].filter(key => key !== null)
      let verdict: SignInVerdict | undefined
      let addressBefore = 0
      await repository.update(present, rows => {
        const counter = (key: { key: string } | null) => key && counterOf(rows.get(key.key))
        verdict = judgeAttempt(
          {
            origin: counter(keys.origin) ?? noFailures,
            account: counter(keys.account),
            address: counter(keys.address),
          },
          now,
        )
        if (verdict.kind !== 'open') return []
        const { counters } = verdict
        addressBefore = counter(keys.address)?.lastAt ?? 0
        return (['origin', 'account', 'address'] as const).flatMap(part => {
          const [key, next] = [keys[part], counters[part]]
          if (key === null || next === null) return []
          return [{ ...key, failures: next.failures, last_at: next.lastAt, locked_until: next.lockedUntil }]
        })
      })
      if (verdict === undefined) throw new Error('The attempt was not evaluated.')
      if (verdict.kind === 'locked') throw new AppError('AccountLocked', { unlockAt: verdict.until })
      if (verdict.kind === 'delayed')
        throw new AppError('SignInDelayed', { seconds: Math.ceil((verdict.until - now) / 1000) })
      const { failures, lockedUntil } = verdict.counters.origin
      return {
        lockedUntil,
        failure:
          lockedUntil === null
            ? new AppError('LoginFailed', { remaining: maxLoginFailures - failures })
            : new AppError('AccountLocked', { unlockAt: lockedUntil }),
        succeed: async () => {
          const over = [keys.origin, keys.account].filter(key => key !== null).map(({ key }) => key)
          await repository.delete(over)
          // Success on an own account must not clear the failures of its address on others.
          if (keys.address !== null)
            await repository.takeBack(keys.address.key, { at: now, before: addressBefore })
        },
      }
    },
    forget: name => repository.deleteOfAccount(nameOf(name)),
  }
}

const nameOf = ({ account, isAdministrator }: AccountName): string =>
  `${isAdministrator ? 'administrator' : 'user'} ${account.trim().toLowerCase()}`

/** For a known device the delays of its account and of its address do not apply. */
function keysOf(name: AccountName, { from, deviceId }: AttemptOrigin) {
  const account = nameOf(name)
  const address = addressBlock(from)
  const origin = deviceId === undefined ? `address ${address}` : `device ${deviceId}`
  const isKnown = deviceId !== undefined
  return {
    origin: { key: `origin ${account} ${origin}`, account },
    account: isKnown ? null : { key: `account ${account}`, account },
    address: isKnown ? null : { key: `address ${address}`, account: null },
  }
}

const counterOf = (row: SignInFailureTable | undefined) =>
  row === undefined
    ? noFailures
    : { failures: row.failures, lastAt: row.last_at, lockedUntil: row.locked_until }
