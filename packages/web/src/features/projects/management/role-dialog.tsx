/** Creating a custom role, or renaming one. */

import type { Role } from '@pone/contract/entities/project.ts'
import { defaultRoleFunctions } from '@pone/contract/permissions.ts'
import { nameSchema } from '@pone/schema/common.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { z } from 'zod'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { ContractForm } from '../../../ui/form/contract-form.tsx'
import { Field, SubmitButton } from '../../../ui/form/field.tsx'
import { FormDialog } from '../../../ui/form/form-layer.tsx'
import { rolesKey } from './use-roles.ts'

const schema = z.object({ name: nameSchema })

export interface RoleDialogProps {
  readonly projectId: string
  /** null: create a new one, which starts with the functions of a viewer. */
  readonly role: Role | null
  readonly onClose: () => void
}

export function RoleDialog({ projectId, role, onClose }: RoleDialogProps) {
  const t = useT()
  const client = useQueryClient()
  return (
    <FormDialog title={t(role ? 'role.rename' : 'role.new')} footer={null} width={400} onClose={onClose}>
      <ContractForm
        schema={schema}
        initialValues={{ name: role?.name ?? '' }}
        fieldOfError={error => (error.code === 'NameExists' ? 'name' : null)}
        onSubmit={async ({ name }) => {
          if (role) await api.role.edit({ projectId, id: role.id, name, functions: role.functions })
          else
            await api.role.create({
              projectId,
              name,
              functions: [...defaultRoleFunctions.developmentEngineer],
            })
          onClose()
          await client.invalidateQueries({ queryKey: rolesKey(projectId) })
        }}
      >
        <Field name="name" label={t('role.name')}>
          <Input autoFocus />
        </Field>
        <div className="form-actions">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <SubmitButton />
        </div>
      </ContractForm>
    </FormDialog>
  )
}
