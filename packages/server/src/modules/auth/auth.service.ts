/** Rules of sign-in, registration and the own account. */
import { randomUUID } from 'node:crypto'
import type { Session } from '@pone/contract/entities/user.ts'
import { AppError } from '@pone/contract/errors.ts'
import { lockDurationMs, maxLoginFailures } from '@pone/contract/limits.ts'
import type { Clock } from '../../adapters/clock.ts'
import { isUniqueViolation } from '../../adapters/database/database-error.ts'
import { hashPassword, verifyPassword } from '../../adapters/passwords.ts'
import type { UserRepository } from '../user/user.repository.ts'
import type { UserTable } from '../user/user.table.ts'
import { createUnknownAccounts } from './login-failures.ts'
import type { SessionService } from './session.service.ts'

export interface Profile {
  readonly realName: string
  readonly email: string
  readonly phone: string
  readonly organisation: string
}
export type OwnSession = Omit<Session, 'token'>

export interface AuthService {
  /** @throws AppError LoginFailed, AccountLocked, AccountLockedByAdministrator */
  login(attempt: LoginAttempt): Promise<Session>
  logout(sessionId: string): Promise<void>
  /** @throws AppError LoginTimeout when the account is gone */
  sessionOf(userId: string): Promise<OwnSession>
  /** @throws AppError PasswordMismatch, AccountExists, RegistrationClosed */
  register(form: Profile & { account: string; password: string; confirmation: string }): Promise<void>
  isAccountFree(account: string): Promise<boolean>
  /** Ends the account's other sessions. @throws AppError OldPasswordWrong, PasswordMismatch, PasswordUnchanged */
  changePassword(change: PasswordChange): Promise<void>
  updateProfile(userId: string, profile: Profile): Promise<OwnSession>
}

export interface LoginAttempt {
  readonly account: string
  readonly password: string
  readonly rememberMe: boolean
  readonly isAdministrator: boolean
  readonly from: string
}
export interface PasswordChange {
  readonly userId: string
  readonly sessionId: string
  readonly current: string
  readonly password: string
  readonly confirmation: string
}

export interface AuthDependencies {
  readonly users: UserRepository
  readonly sessions: SessionService
  readonly canRegister: () => Promise<boolean>
  readonly clock: Clock
}

export function createAuthService({ users, sessions, canRegister, clock }: AuthDependencies): AuthService {
  const unknownAccounts = createUnknownAccounts(clock)
  // Checked instead of a stored hash, so that an unknown account takes as long to refuse as a known one.
  const decoy = hashPassword(randomUUID())

  const own = async (userId: string): Promise<UserTable> => {
    const user = await users.findById(userId)
    if (user === undefined) throw new AppError('LoginTimeout')
    return user
  }
  const refuseUnknown = async (name: string, password: string): Promise<never> => {
    const unlockAt = unknownAccounts.lockedUntil(name)
    await verifyPassword(password, await decoy)
    if (unlockAt !== undefined) throw new AppError('AccountLocked', { unlockAt })
    throw failed(unknownAccounts.countFailure(name), clock() + lockDurationMs)
  }
  return {
    login: async attempt => {
      const user = await users.findByAccount(attempt.account)
      // An account of the other kind is none here: each kind has its own page.
      if (user === undefined || user.is_administrator !== attempt.isAdministrator)
        return refuseUnknown(`${attempt.isAdministrator} ${attempt.account.toLowerCase()}`, attempt.password)
      const isRight = await verifyPassword(attempt.password, user.password_hash)
      const now = clock()
      if (user.locked_until !== null && user.locked_until > now)
        throw new AppError('AccountLocked', { unlockAt: user.locked_until })
      if (!isRight) {
        if (user.locked_until !== null)
          await users.update([user.id], { locked_until: null, failed_logins: 0 })
        const unlockAt = now + lockDurationMs
        const counted = await users.countFailure(user.id, { at: maxLoginFailures, until: unlockAt })
        throw failed(counted?.failed_logins ?? 1, unlockAt)
      }
      // Guesses that are checked at the same time have all seen an open account; the lock that the first ones caused counts for the rest.
      const { locked_until: lockedMeanwhile } = await own(user.id)
      if (lockedMeanwhile !== null && lockedMeanwhile > now)
        throw new AppError('AccountLocked', { unlockAt: lockedMeanwhile })
      if (user.locked_by_administrator) throw new AppError('AccountLockedByAdministrator')
      await users.update([user.id], { failed_logins: 0, locked_until: null, last_login_at: now })
      const token = await sessions.start({
        userId: user.id,
        kind: 'browser',
        isRemembered: attempt.rememberMe,
        from: attempt.from,
      })
      return { token, ...viewOf(user) }
    },
    logout: sessionId => sessions.end(sessionId),
    sessionOf: async userId => viewOf(await own(userId)),
    register: async ({ account, password, confirmation, ...profile }) => {
      if (!(await canRegister())) throw new AppError('RegistrationClosed')
      if (password !== confirmation) throw new AppError('PasswordMismatch')
      if ((await users.findByAccount(account)) !== undefined) throw new AppError('AccountExists', { account })
      await insertUser(users, {
        account,
        profile,
        isAdministrator: false,
        passwordHash: await hashPassword(password),
        mustChangePassword: false,
        now: clock(),
      })
    },
    isAccountFree: async account => (await users.findByAccount(account)) === undefined,
    changePassword: async ({ userId, sessionId, current, password, confirmation }) => {
      const user = await own(userId)
      if (!(await verifyPassword(current, user.password_hash))) throw new AppError('OldPasswordWrong')
      if (password !== confirmation) throw new AppError('PasswordMismatch')
      if (password === current) throw new AppError('PasswordUnchanged')
      const hash = await hashPassword(password)
      await users.update([userId], { password_hash: hash, must_change_password: false })
      await sessions.endAll(userId, 'passwordChanged', sessionId)
    },
    updateProfile: async (userId, profile) => {
      await users.update([userId], profileColumns(profile))
      return viewOf(await own(userId))
    },
  }
}

/** @throws AppError AccountExists when another request took the name meanwhile */
export async function insertUser(
  users: UserRepository,
  user: {
    account: string
    profile: Profile
    isAdministrator: boolean
    passwordHash: string
    mustChangePassword: boolean
    now: number
  },
): Promise<string> {
  const id = randomUUID()
  try {
    await users.insert({
      id,
      account: user.account,
      ...profileColumns(user.profile),
      is_administrator: user.isAdministrator,
      password_hash: user.passwordHash,
      must_change_password: user.mustChangePassword,
      failed_logins: 0,
      locked_until: null,
      locked_by_administrator: false,
      created_at: user.now,
      last_login_at: null,
    })
  } catch (cause) {
    if (!isUniqueViolation(cause, 'users_account_key')) throw cause
    throw new AppError('AccountExists', { account: user.account }, { cause })
  }
  return id
}

/** Columns of the form's personal part. */
export const profileColumns = ({ realName, email, phone, organisation }: Profile) => ({
  real_name: realName,
  email,
  phone,
  organisation,
})

const failed = (failures: number, unlockAt: number): AppError => {
  const remaining = maxLoginFailures - failures
  return remaining > 0
    ? new AppError('LoginFailed', { remaining })
    : new AppError('AccountLocked', { unlockAt })
}

const viewOf = (user: UserTable): OwnSession => ({
  userId: user.id,
  account: user.account,
  realName: user.real_name,
  email: user.email,
  phone: user.phone,
  organisation: user.organisation,
  isAdministrator: user.is_administrator,
  mustChangePassword: user.must_change_password,
  cloudMode: false,
})
