/** Whether a password may be set: the installation's rule, the account name, common passwords. */
import type { PasswordRule } from '@pone/contract/entities/security.ts'
import { AppError } from '@pone/contract/errors.ts'
import { fitsRule } from '@pone/contract/password-rule.ts'
import { isCommonPassword, passwordStem } from './common-passwords.ts'

export interface PasswordPolicy {
  /** @throws AppError PasswordRule, PasswordIsAccount, PasswordCommon */
  assertAllowed(password: string, account: string): Promise<void>
}

export function createPasswordPolicy(rule: () => Promise<PasswordRule>): PasswordPolicy {
  return {
    assertAllowed: async (password, account) => {
      const inForce = await rule()
      if (!fitsRule(password, inForce))
        throw new AppError('PasswordRule', { min: inForce.minLength, max: inForce.maxLength })
      if (isAccount(password, account)) throw new AppError('PasswordIsAccount')
      if (isCommonPassword(password)) throw new AppError('PasswordCommon')
    },
  }
}

/** Also with digits and special characters around it: `zhang.san` → `Zhang.San1!`. */
function isAccount(password: string, account: string): boolean {
  const name = account.toLowerCase()
  return password.toLowerCase() === name || passwordStem(password) === passwordStem(name)
}
