/** The password rule in force. */
import { defaultPasswordRule, type PasswordRule } from '@pone/contract/entities/security.ts'
import { fitsRule } from '@pone/contract/password-rule.ts'
import { useT } from '../i18n.ts'
import { useSystemInfo } from './system-info.ts'

export interface PasswordRuleInForce {
  readonly rule: PasswordRule
  /** The rule as a sentence. */
  readonly text: string
  /** Errors by field name, for the check of a form; the server additionally refuses common passwords. */
  readonly faultsOf: (password: string) => Readonly<Record<string, string>>
}

export function usePasswordRule(): PasswordRuleInForce {
  const t = useT()
  const rule = useSystemInfo()?.passwordRule ?? defaultPasswordRule
  const text = t('password.rule', { min: rule.minLength, max: rule.maxLength })
  return { rule, text, faultsOf: password => (fitsRule(password, rule) ? {} : { password: text }) }
}
