/** Changes the user's own password; the same form for voluntary and forced changes. */
import { authCalls } from '@pone/contract/calls/auth.ts'
import { Input } from 'antd'
import type { ReactNode } from 'react'
import { api } from '../../lib/api.ts'
import { useT } from '../../lib/i18n.ts'
import { usePasswordRule } from '../../lib/installation/password-rule.ts'
import { ContractForm } from '../../ui/form/contract-form.tsx'
import { Field, SubmitButton } from '../../ui/form/field.tsx'

export interface PasswordFormProps {
  readonly onDone: () => void
  readonly secondaryAction: ReactNode
}

export function PasswordForm({ onDone, secondaryAction }: PasswordFormProps) {
  const t = useT()
  const passwordRule = usePasswordRule()
  return (
    <ContractForm
      schema={authCalls.changePassword.input}
      guardsUnsaved={false}
      check={value => ({
        ...passwordRule.faultsOf(value.password),
        ...(value.password === value.current ? { password: t('password.unchanged') } : {}),
        ...(value.password === value.confirmation ? {} : { confirmation: t('password.mismatch') }),
      })}
      fieldOfError={error =>
        ({ OldPasswordWrong: 'current', PasswordMismatch: 'confirmation', PasswordUnchanged: 'password' })[
          error.code
        ] ?? null
      }
      onSubmit={async value => {
        await api.auth.changePassword(value)
        onDone()
      }}
    >
      <Field name="current" label={t('password.current')}>
        <Input.Password autoComplete="current-password" autoFocus />
      </Field>
      <Field name="password" label={t('password.new')} help={passwordRule.text}>
        <Input.Password autoComplete="new-password" />
      </Field>
      <Field name="confirmation" label={t('password.confirmation')} isRequired>
        <Input.Password autoComplete="new-password" />
      </Field>
      <div className="form-actions">
        {secondaryAction}
        <SubmitButton>{t('password.change')}</SubmitButton>
      </div>
    </ContractForm>
  )
}
