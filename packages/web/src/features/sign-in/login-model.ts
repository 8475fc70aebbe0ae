/** The part of the sign-in form that is independent of the server: its fields, and the field at which an error is shown; pure. */
import type { ApiError } from '../../lib/api-error.ts'

export const loginFields = ['account', 'password', 'captchaCode'] as const
export type LoginField = (typeof loginFields)[number]
export type LoginValues = Readonly<Record<LoginField, string>>
export type LoginFaults = Readonly<Partial<Record<LoginField, string>>>

/** The field at which an error without a field is shown, by error code. */
const fieldOfCode: Readonly<Record<string, LoginField>> = {
  CaptchaWrong: 'captchaCode',
  LoginFailed: 'password',
  SignInDelayed: 'password',
  AccountWaiting: 'account',
}

/** The messages of an error by field; empty when it belongs to none of them. */
export function fieldFaults(error: ApiError): LoginFaults {
  const field = fieldOfCode[error.code]
  if (field !== undefined) return { [field]: error.message }
  const named = error.fields.flatMap(({ path, message }) =>
    loginFields.some(name => name === path[0]) ? [[path[0], message] as const] : [],
  )
  return Object.fromEntries(named)
}
