/** Rules of registration: open, by approval of an administrator, or closed. */
import type { RegistrationMode } from '@pone/contract/entities/security.ts'
import { AppError } from '@pone/contract/errors.ts'
import { maxWaitingAccounts } from '@pone/schema/limits.ts'
import type { Clock } from '../../adapters/clock.ts'
import { hashPassword } from '../../adapters/passwords.ts'
import type { PasswordPolicy } from '../session/password-policy.ts'
import { insertUser, type Profile } from '../user/new-user.ts'
import type { UserRepository } from '../user/user.repository.ts'

export interface RegistrationForm extends Profile {
  readonly account: string
  readonly password: string
  readonly confirmation: string
}

export interface RegistrationService {
  /** @throws AppError RegistrationClosed, PasswordMismatch, AccountExists, RegistrationFull, and as the policy says */
  register(form: RegistrationForm): Promise<{ isWaiting: boolean }>
  /** @throws AppError RegistrationClosed: the answer tells nothing about accounts where registration is closed */
  isAccountFree(account: string): Promise<boolean>
}

export interface RegistrationDependencies {
  readonly users: UserRepository
  readonly mode: () => Promise<RegistrationMode>
  readonly policy: PasswordPolicy
  readonly clock: Clock
}

export function createRegistrationService(dependencies: RegistrationDependencies): RegistrationService {
  const { users, policy, clock } = dependencies
  const openMode = async (): Promise<Exclude<RegistrationMode, 'closed'>> => {
    const mode = await dependencies.mode()
    if (mode === 'closed') throw new AppError('RegistrationClosed')
    return mode
  }
  return {
    register: async ({ account, password, confirmation, ...profile }) => {
      const isWaiting = (await openMode()) === 'approval'
      await policy.assertAllowed(password, account)
      if (password !== confirmation) throw new AppError('PasswordMismatch')
      if ((await users.findByAccount(account)) !== undefined) throw new AppError('AccountExists', { account })
      if (isWaiting && (await users.countWaiting()) >= maxWaitingAccounts)
        throw new AppError('RegistrationFull')
      await insertUser(users, {
        account,
        profile,
        isAdministrator: false,
        passwordHash: await hashPassword(password),
        mustChangePassword: false,
        isWaiting,
        now: clock(),
      })
      return { isWaiting }
    },
    isAccountFree: async account => {
      await openMode()
      return (await users.findByAccount(account)) === undefined
    },
  }
}
