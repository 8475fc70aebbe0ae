/** Gives a production mix another name. */
import type { ProductionMixRow } from '@pone/contract/entities/production-mix.ts'
import { nameSchema } from '@pone/schema/common.ts'
import { maxNameLength } from '@pone/schema/limits.ts'
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
import { mixesKey } from '../mix-queries.ts'

interface RenameDialogProps {
  readonly mix: Pick<ProductionMixRow, 'id' | 'name'>
  readonly onClose: () => void
}

const schema = z.object({ name: nameSchema })

export function RenameDialog({ mix, onClose }: RenameDialogProps) {
  const t = useT()
  const client = useQueryClient()
  const projectId = useProjectId()
  return (
    <FormDialog title={t('mix.renameTitle')} footer={null} onClose={onClose}>
      <ContractForm
        schema={schema}
        initialValues={{ name: mix.name }}
        fieldOfError={({ code }) => (code === 'NameExists' ? 'name' : null)}
        onSubmit={async ({ name }) => {
          await api.productionMix.rename({ projectId, id: mix.id, name })
          notify({ kind: 'success', text: t('notice.saved') })
          onClose()
          await client.invalidateQueries({ queryKey: mixesKey })
        }}
      >
        <Field name="name" label={t('mix.name')} help={t('mix.nameHelp')}>
          <Input autoFocus autoComplete="off" maxLength={maxNameLength} />
        </Field>
        <div className="form-actions">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <SubmitButton />
        </div>
      </ContractForm>
    </FormDialog>
  )
}
