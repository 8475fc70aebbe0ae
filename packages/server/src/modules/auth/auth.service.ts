/** Rules of sign-in and the own account. */
import { randomUUID } from 'node:crypto'
import type { Session } from '@pone/contract/entities/user.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { Clock } from '../../adapters/clock.ts'
import { hashPassword, verifyPassword } from '../../adapters/passwords.ts'
import type { KnownDevices } from '../session/known-devices.ts'
import type { PasswordPolicy } from '../session/password-policy.ts'
import type { SessionService } from '../session/session.service.ts'
import type { SignInGuard } from '../session/sign-in-guard.ts'
import { type Profile, profileColumns } from '../user/new-user.ts'
import type { UserRepository } from '../user/user.repository.ts'
import type { UserTable } from '../user/user.table.ts'

export type OwnSession = Omit<Session, 'token'>

export interface AuthService {
  /** @throws AppError LoginFailed, SignInDelayed, AccountLocked, AccountLockedByAdministrator, AccountWaiting */
  login(attempt: LoginAttempt): Promise<Session & { deviceToken: string }>
  logout(sessionId: string): Promise<void>
  /** @throws AppError LoginTimeout when the account is gone */
  sessionOf(userId: string): Promise<OwnSession>
  /**
   * Ends the account's other sessions. A wrong current password counts as a failed sign-in; the last one ends this session too.
   * @throws AppError OldPasswordWrong, AccountLocked, PasswordMismatch, PasswordUnchanged, and as the policy says
   */
  changePassword(change: PasswordChange): Promise<void>
  updateProfile(userId: string, profile: Profile): Promise<OwnSession>
}

export interface LoginAttempt {
  readonly account: string
  readonly password: string
  readonly rememberMe: boolean
  readonly isAdministrator: boolean
  readonly from: string
  /** What this account got at its last sign-in from the same browser. */
  readonly deviceToken: string
}
export interface PasswordChange {
  readonly userId: string
  readonly sessionId: string
  readonly from: string
  readonly current: string
  readonly password: string
  readonly confirmation: string
}

export interface AuthDependencies {
  readonly users: UserRepository
  readonly sessions: SessionService
  readonly guard: SignInGuard
  readonly devices: KnownDevices
  readonly policy: PasswordPolicy
  readonly clock: Clock
}

export function createAuthService(dependencies: AuthDependencies): AuthService {
  const { users, sessions, guard, devices, policy, clock } = dependencies
  // Checked instead of a stored hash, so that an unknown account takes as long to refuse as a known one.
  const decoy = hashPassword(randomUUID())

  const own = async (userId: string): Promise<UserTable> => {
    const user = await users.findById(userId)
    if (user === undefined) throw new AppError('LoginTimeout')
    return user
  }
  return {
    login: async attempt => {
      const found = await users.findByAccount(attempt.account)
      // An account of the other kind is none here: each kind has its own page.
      const user = found?.is_administrator === attempt.isAdministrator ? found : undefined
      const known = user && devices.deviceOf(attempt.deviceToken, user.id, clock())
      const begun = await guard.begin(attempt, { from: attempt.from, deviceId: known })
      const isRight = await verifyPassword(attempt.password, user?.password_hash ?? (await decoy))
      if (user === undefined || !isRight) {
        // Whether or not there is such an account, so that both take as long.
        await users.markLocked(attempt, begun.lockedUntil)
        throw begun.failure
      }
      await begun.succeed()
      if (user.locked_by_administrator) throw new AppError('AccountLockedByAdministrator')
      if (user.is_waiting) throw new AppError('AccountWaiting')
      const now = clock()
      await users.update([user.id], { locked_until: null, last_login_at: now })
      const device = devices.issue(user.id, now, known)
      const token = await sessions.start({
        userId: user.id,
        kind: 'browser',
        isRemembered: attempt.rememberMe,
        from: attempt.from,
        deviceId: device.deviceId,
      })
      return { token, deviceToken: device.token, ...viewOf(user) }
    },
    logout: sessionId => sessions.end(sessionId),
    sessionOf: async userId => viewOf(await own(userId)),
    changePassword: async ({ userId, sessionId, from, current, password, confirmation }) => {
      const user = await own(userId)
      const name = { account: user.account, isAdministrator: user.is_administrator }
      // The session proves that the person knows the account, so these attempts have their own counter.
      const deviceId = (await sessions.deviceOf(sessionId)) ?? sessionId
      const begun = await guard.begin(name, { from, deviceId })
      if (!(await verifyPassword(current, user.password_hash))) {
        if (begun.lockedUntil === null) throw new AppError('OldPasswordWrong')
        await users.markLocked(name, begun.lockedUntil)
        await sessions.end(sessionId)
        throw begun.failure
      }
      await begun.succeed()
      if (password !== confirmation) throw new AppError('PasswordMismatch')
      if (password === current) throw new AppError('PasswordUnchanged')
      await policy.assertAllowed(password, user.account)
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
