/** Creating or editing an account. */
import { userCalls } from '@pone/contract/calls/user.ts'
import type { User } from '@pone/contract/entities/user.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Checkbox, Input } from 'antd'
import type { ReactNode } from 'react'
import { api } from '../../lib/api.ts'
import { useT } from '../../lib/i18n.ts'
import { usePasswordRule } from '../../lib/installation/password-rule.ts'
import { notify } from '../../lib/notices.ts'
import { ContractForm } from '../../ui/form/contract-form.tsx'
import { Field, SubmitButton } from '../../ui/form/field.tsx'
import { FormDialog } from '../../ui/form/form-layer.tsx'

export interface UserDialogProps {
  /** null: create a new one. */
  readonly user: User | null
  readonly onClose: () => void
}

const editSchema = userCalls.edit.input.omit({ id: true })
const accountOfError = (error: { readonly code: string }) =>
  error.code === 'AccountExists' ? 'account' : null

export function UserDialog({ user, onClose }: UserDialogProps) {
  const t = useT()
  const client = useQueryClient()
  const passwordRule = usePasswordRule()
  const finish = async (text: string) => {
    notify({ kind: 'success', text })
    onClose()
    await client.invalidateQueries({ queryKey: ['users'] })
  }
  const buttons = (
    <div className="form-actions">
      <Button onClick={onClose}>{t('action.cancel')}</Button>
      <SubmitButton />
    </div>
  )
  return (
    <FormDialog
      title={t(user ? 'users.edit' : 'users.new')}
      footer={null}
      width={600}
      onClose={onClose}
      mask={{ closable: false }}
    >
      {user ? (
        <ContractForm
          schema={editSchema}
          initialValues={user}
          onSubmit={async value => {
            await api.user.edit({ ...value, id: user.id })
            await finish(t('notice.saved'))
          }}
        >
          <p className="secondary">
            {t('user.account')} <b>{user.account}</b> ·{' '}
            {t(user.isAdministrator ? 'users.kind.administrator' : 'users.kind.user')}
          </p>
          <ContactFields />
          {buttons}
        </ContractForm>
      ) : (
        <ContractForm
          schema={userCalls.create.input}
          fieldOfError={accountOfError}
          check={value => passwordRule.faultsOf(value.password)}
          onSubmit={async value => {
            await api.user.create(value)
            await finish(t('notice.created'))
          }}
        >
          <ContactFields
            first={
              <>
                <Field name="account" label={t('user.account')}>
                  <Input autoComplete="off" autoFocus />
                </Field>
                <Field
                  name="password"
                  label={t('users.password')}
                  help={t('users.passwordHelp', { rule: passwordRule.text })}
                >
                  <Input.Password autoComplete="new-password" />
                </Field>
              </>
            }
          />
          <Field name="isAdministrator" valueProp="checked">
            <Checkbox>{t('users.isAdministrator')}</Checkbox>
          </Field>
          {buttons}
        </ContractForm>
      )}
    </FormDialog>
  )
}

function ContactFields({ first }: { readonly first?: ReactNode }) {
  const t = useT()
  return (
    <div className="form-grid">
      {first}
      <Field name="realName" label={t('user.realName')}>
        <Input autoComplete="off" />
      </Field>
      <Field name="organisation" label={t('user.organisation')}>
        <Input autoComplete="off" />
      </Field>
      <Field name="email" label={t('user.email')}>
        <Input autoComplete="off" />
      </Field>
      <Field name="phone" label={t('user.phone')}>
        <Input autoComplete="off" />
      </Field>
    </div>
  )
}
