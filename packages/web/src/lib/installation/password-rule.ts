/** The rule for passwords that is in force. */
import { defaultPasswordRule, type PasswordRule } from '@pone/contract/entities/security.ts'
import { fitsRule } from '@pone/contract/password-rule.ts'
import { useT } from '../i18n.ts'
import { useSystemInfo } from './system-info.ts'

export interface PasswordRuleInForce {
  readonly rule: PasswordRule
  /** The rule in one sentence. */
  readonly text: string
  /** Faults by field name, for the check of a form; the server refuses common passwords besides. */
  readonly faultsOf: (password: string) => Readonly<Record<string, string>>
}

export function usePasswordRule(): PasswordRuleInForce {
  const t = useT()
  const rule = useSystemInfo()?.passwordRule ?? defaultPasswordRule
  const text = t('password.rule', { min: rule.minLength, max: rule.maxLength })
  return { rule, text, faultsOf: password => (fitsRule(password, rule) ? {} : { password: text }) }
}
