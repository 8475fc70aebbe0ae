/** Form of the project's tracing system; its password or token is never shown. */
import {
  type TracingSystem,
  tracingSecretSchema,
  tracingSignIns,
  tracingSystemKinds,
  tracingSystemNames,
  tracingSystemSettingsSchema,
} from '@pone/contract/entities/tracing-system.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Input, Radio } from 'antd'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import type { ApiError } from '../../../lib/api-error.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'
import { useProjectId } from '../../../lib/project.ts'
import { ContractForm } from '../../../ui/form/contract-form.tsx'
import { Field, SubmitButton } from '../../../ui/form/field.tsx'
import { FormDialog } from '../../../ui/form/form-layer.tsx'
import { tracingSystemQuery } from '../../../ui/run/tracing-console-query.ts'

const { user, tenant } = tracingSystemSettingsSchema.shape
/** Fields that a kind or sign-in does not show are empty. */
const schema = tracingSystemSettingsSchema.extend({
  user: user.default(''),
  tenant: tenant.default(''),
  secret: tracingSecretSchema.unwrap().default(''),
})
const ports = { jaeger: 16_686, zipkin: 9_411, tempo: 3_200, skywalking: 12_800 }

const fieldOfError = ({ code }: ApiError) => (code === 'TracingSecretNeeded' ? 'secret' : null)

interface SystemDialogProps {
  /** null: none is set. */
  readonly system: TracingSystem | null
  readonly onClose: () => void
}

export function SystemDialog({ system, onClose }: SystemDialogProps) {
  const t = useT()
  const projectId = useProjectId()
  const cache = useQueryClient()
  const [shown, setShown] = useState({
    kind: system?.kind ?? 'jaeger',
    signIn: system?.signIn ?? 'none',
  })
  const { kind, signIn } = shown
  return (
    <FormDialog title={t('tracing.setSystem')} footer={null} width={640} onClose={onClose}>
      <ContractForm
        schema={schema}
        initialValues={{ address: '', user: '', tenant: '', authority: '', ...system, ...shown, secret: '' }}
        fieldOfError={fieldOfError}
        onValuesChange={values => setShown({ kind: values.kind ?? kind, signIn: values.signIn ?? signIn })}
        onSubmit={async ({ secret, ...settings }) => {
          const saved = await api.trace.saveSystem({
            projectId,
            ...settings,
            secret: secret === '' ? null : secret,
          })
          cache.setQueryData(tracingSystemQuery(projectId).queryKey, saved)
          await cache.invalidateQueries({ queryKey: ['trace', 'read'] })
          notify({ kind: 'success', text: t('notice.saved') })
          onClose()
        }}
      >
        <Field name="kind" label={t('tracing.kind')} help={t('tracing.kindHelp')}>
          <Radio.Group
            optionType="button"
            options={tracingSystemKinds.map(value => ({ value, label: tracingSystemNames[value] }))}
          />
        </Field>
        <Field
          name="address"
          label={t('tracing.systemAddress')}
          help={t(`tracing.systemAddressHelp.${kind}`)}
        >
          <Input
            autoComplete="off"
            spellCheck={false}
            placeholder={`http://traces.example.com:${ports[kind]}`}
          />
        </Field>
        <Field name="signIn" label={t('tracing.signIn')} help={t('tracing.signInHelp')}>
          <Radio.Group
            optionType="button"
            options={tracingSignIns.map(value => ({ value, label: t(`tracing.signIn.${value}`) }))}
          />
        </Field>
        <SignInFields signIn={signIn} hasSecret={system?.hasSecret === true} />
        {kind === 'tempo' && (
          <Field name="tenant" label={t('tracing.tenant')} help={t('tracing.tenantHelp')}>
            <Input autoComplete="off" spellCheck={false} />
          </Field>
        )}
        <Field name="authority" label={t('tracing.authority')} help={t('tracing.authorityHelp')}>
          <Input.TextArea rows={2} className="code" autoComplete="off" spellCheck={false} />
        </Field>
        <div className="form-actions">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <SubmitButton />
        </div>
      </ContractForm>
    </FormDialog>
  )
}

interface SignInFieldsProps {
  readonly signIn: TracingSystem['signIn']
  readonly hasSecret: boolean
}

function SignInFields({ signIn, hasSecret }: SignInFieldsProps) {
  const t = useT()
  if (signIn === 'none') return null
  return (
    <>
      {signIn === 'basic' && (
        <Field name="user" label={t('tracing.user')} help={t('tracing.userHelp')}>
          <Input autoComplete="off" spellCheck={false} />
        </Field>
      )}
      <Field
        name="secret"
        label={t(signIn === 'basic' ? 'tracing.password' : 'tracing.token')}
        help={t('tracing.secretHelp')}
      >
        <Input.Password
          autoComplete="new-password"
          {...(hasSecret && { placeholder: t('tracing.secretKept') })}
        />
      </Field>
    </>
  )
}
