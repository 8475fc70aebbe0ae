/** What the sign-in form knows without the server: its fields, and at which of them a refusal is shown; pure. */
import type { ApiError } from '../../lib/api-error.ts'

export const loginFields = ['account', 'password', 'captchaCode'] as const
export type LoginField = (typeof loginFields)[number]
export type LoginValues = Readonly<Record<LoginField, string>>

/** Refusals that name no field, and the field that a person must look at. */
const fieldOfCode: Readonly<Record<string, LoginField>> = {
  CaptchaWrong: 'captchaCode',
  LoginFailed: 'password',
  SignInDelayed: 'password',
  AccountWaiting: 'account',
}

/** The faults of a refusal by field; none when it belongs to none of them. */
export function fieldFaults(error: ApiError): Readonly<Partial<Record<LoginField, string>>> {
  const field = fieldOfCode[error.code]
  if (field !== undefined) return { [field]: error.message }
  const named = error.fields.flatMap(({ path, message }) =>
    loginFields.some(name => name === path[0]) ? [[path[0], message] as const] : [],
  )
  return Object.fromEntries(named)
}
