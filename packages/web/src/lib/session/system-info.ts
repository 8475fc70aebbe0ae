/** What the server says of itself and its rules for accounts, to everyone. */
import type { OutputOf } from '@pone/contract/call.ts'
import type { Calls } from '@pone/contract/calls/registry.ts'
import { defaultPasswordRule, type PasswordRule } from '@pone/contract/entities/security.ts'
import { fitsRule } from '@pone/contract/password-rule.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { useT } from '../i18n.ts'

export const systemInfoKey = ['system', 'info'] as const

/** Undefined until the first answer. */
export function useSystemInfo(): OutputOf<Calls['system']['info']> | undefined {
  const { data } = useQuery({
    queryKey: systemInfoKey,
    queryFn: ({ signal }) => api.system.info({}, { signal }),
    staleTime: 60_000,
  })
  return data
}

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
