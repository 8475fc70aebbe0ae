/** Inserts an account into the database. */
import { randomUUID } from 'node:crypto'
import { AppError } from '@pone/contract/errors.ts'
import { isUniqueViolation } from '../../adapters/database/database-error.ts'
import type { UserRepository } from './user.repository.ts'

export interface Profile {
  readonly realName: string
  readonly email: string
  readonly phone: string
  readonly organisation: string
}

export interface UserToInsert {
  readonly account: string
  readonly profile: Profile
  readonly isAdministrator: boolean
  readonly passwordHash: string
  /** True for every password that somebody else than the account's owner has seen. */
  readonly mustChangePassword: boolean
  /** The account may not sign in before an administrator has approved it. */
  readonly isWaiting?: boolean
  readonly now: number
}

/** Answers the id. @throws AppError AccountExists when another request took the name meanwhile */
export async function insertUser(users: UserRepository, user: UserToInsert): Promise<string> {
  const id = randomUUID()
  try {
    await users.insert({
      id,
      account: user.account,
      ...profileColumns(user.profile),
      is_administrator: user.isAdministrator,
      password_hash: user.passwordHash,
      must_change_password: user.mustChangePassword,
      is_waiting: user.isWaiting ?? false,
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
