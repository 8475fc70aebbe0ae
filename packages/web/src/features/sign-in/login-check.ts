/** Validates the sign-in form against the contract, field by field; loaded on first use. */
import { authCalls } from '@pone/contract/calls/auth.ts'
import { issueText } from '@pone/schema/issue-text.ts'
import type { Language } from '../../lib/i18n.ts'
import type { LoginField, LoginValues } from './login-model.ts'

const schema = authCalls.login.input.pick({ account: true, password: true, captchaCode: true })

/** The first error of each field, as a sentence; empty when the values are valid. */
export function faultsOfLogin(
  values: LoginValues,
  language: Language,
): Readonly<Partial<Record<LoginField, string>>> {
  const { error } = schema.safeParse(values, { reportInput: true })
  const faults: Partial<Record<LoginField, string>> = {}
  for (const issue of error?.issues ?? []) {
    const field = issue.path[0] as LoginField
    faults[field] ??= issueText(issue, language)
  }
  return faults
}
