/** Creating a custom role, or renaming one. */
import type { Role } from '@pone/contract/entities/project.ts'
import { defaultRoleFunctions } from '@pone/contract/permissions.ts'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { NameDialog } from '../../../ui/form/name-dialog.tsx'
import { rolesKey } from './use-roles.ts'

export interface RoleDialogProps {
  readonly projectId: string
  /** null: create a new one, which starts with the functions of a viewer. */
  readonly role: Role | null
  readonly onClose: () => void
}

export function RoleDialog({ projectId, role, onClose }: RoleDialogProps) {
  const t = useT()
  return (
    <NameDialog
      title={t(role ? 'role.rename' : 'role.new')}
      label={t('role.name')}
      name={role?.name ?? ''}
      onSave={name =>
        role
          ? api.role.edit({ projectId, id: role.id, name, functions: role.functions })
          : api.role.create({
              projectId,
              name,
              functions: [...defaultRoleFunctions.developmentEngineer],
            })
      }
      queryKey={rolesKey(projectId)}
      onClose={onClose}
    />
  )
}
