/** Changing user and password of the chosen monitors, of all of them or of none. */
import { monitorCalls } from '@pone/contract/calls/monitor.ts'
import type { Monitor } from '@pone/contract/entities/monitor.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { z } from 'zod'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'
import { useProjectId } from '../../../lib/project.ts'
import { ContractForm } from '../../../ui/form/contract-form.tsx'
import { Field, SubmitButton } from '../../../ui/form/field.tsx'
import { FormDialog } from '../../../ui/form/form-layer.tsx'
import { monitorsKey } from '../shared/monitor-queries.ts'

const { user, password } = monitorCalls.changeCredential.input.shape
const schema = z.object({ user: z.union([user, z.literal('')]), password })

export function CredentialDialog(props: {
  readonly monitors: readonly Pick<Monitor, 'id'>[]
  readonly onClose: () => void
}) {
  const { monitors, onClose } = props
  const t = useT()
  const projectId = useProjectId()
  const cache = useQueryClient()
  return (
    <FormDialog
      title={t('monitor.changeCredentialTitle', { count: monitors.length })}
      footer={null}
      onClose={onClose}
    >
      <ContractForm
        schema={schema}
        initialValues={{ user: '', password: '' }}
        onSubmit={async ({ user: given, password: next }) => {
          const ids = monitors.map(({ id }) => id)
          await api.monitor.changeCredential({ projectId, ids, user: given || null, password: next })
          notify({ kind: 'success', text: t('monitor.credentialChanged') })
          onClose()
          await cache.invalidateQueries({ queryKey: monitorsKey })
        }}
      >
        <Field name="user" label={t('monitor.credentialUser')} help={t('monitor.credentialUserHelp')}>
          <Input autoComplete="off" />
        </Field>
        <Field
          name="password"
          label={t('monitor.credentialPassword')}
          help={t('monitor.credentialPasswordHelp')}
          isRequired
        >
          <Input.Password autoComplete="new-password" />
        </Field>
        <div className="form-actions">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <SubmitButton>{t('monitor.changeCredential')}</SubmitButton>
        </div>
      </ContractForm>
    </FormDialog>
  )
}
