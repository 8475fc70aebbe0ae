/** The form that a password must have under the installation's rule; forms and the server ask here. */
import type { PasswordRule } from './entities/security.ts'

/** Digits, letters and special characters, all three, no blanks (specification section 5). */
const kinds = /^(?=.*\d)(?=.*[A-Za-z])(?=.*[^A-Za-z0-9\s])\S+$/

/** Whether the password has the length and the kinds of characters that the rule asks for. */
export const fitsRule = (password: string, { minLength, maxLength }: PasswordRule): boolean =>
  password.length >= minLength && password.length <= maxLength && kinds.test(password)
