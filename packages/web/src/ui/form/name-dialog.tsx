/** A dialog that asks for one name: renames something, or creates it. */
import { nameSchema } from '@pone/schema/common.ts'
import { maxNameLength } from '@pone/schema/limits.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { z } from 'zod'
import { useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notices.ts'
import { ContractForm } from './contract-form.tsx'
import { Field, SubmitButton } from './field.tsx'
import { FormDialog } from './form-layer.tsx'

interface NameDialogProps {
  readonly title: string
  readonly label: string
  readonly help?: string
  /** The present one; none is asked for something new. */
  readonly name?: string
  readonly onSave: (name: string) => Promise<unknown>
  /** Of the queries that show the name. */
  readonly queryKey: readonly unknown[]
  readonly onClose: () => void
}

const schema = z.object({ name: nameSchema })

export function NameDialog({ title, label, help, name = '', onSave, queryKey, onClose }: NameDialogProps) {
  const t = useT()
  const client = useQueryClient()
  return (
    <FormDialog title={title} footer={null} onClose={onClose}>
      <ContractForm
        schema={schema}
        initialValues={{ name }}
        fieldOfError={({ code }) => (code === 'NameExists' ? 'name' : null)}
        onSubmit={async value => {
          await onSave(value.name)
          notify({ kind: 'success', text: t('notice.saved') })
          onClose()
          await client.invalidateQueries({ queryKey })
        }}
      >
        <Field name="name" label={label} help={help}>
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
