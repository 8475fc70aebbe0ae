/** Validates the sign-in form, field by field, by the bounds of the contract (login-model.test.ts compares them): its schema would come with the library of schemas, the largest part of a sign-in. */
import { issueText } from '@pone/schema/issue-text.ts'
import type { Language } from '../../lib/i18n.ts'
import { type LoginFaults, type LoginField, type LoginValues, loginFields } from './login-model.ts'

/** Characters. */
const longest: Readonly<Record<LoginField, number>> = { account: 64, password: 128, captchaCode: 16 }

/** The first error of each field, as a sentence; empty when the values are valid. */
export function faultsOfLogin(values: LoginValues, language: Language): LoginFaults {
  const faults: Partial<Record<LoginField, string>> = {}
  for (const field of loginFields) {
    const { length } = field === 'password' ? values.password : values[field].trim()
    const issue = { origin: 'string' as const, path: [field], message: '' }
    if (length === 0) faults[field] = issueText({ ...issue, code: 'too_small', minimum: 1 }, language)
    const maximum = longest[field]
    if (length > maximum) faults[field] = issueText({ ...issue, code: 'too_big', maximum }, language)
  }
  return faults
}
