/** Roles and their functions as one matrix: a column per role, a row per function; the column of the project manager is fixed. */
import { PlusOutlined } from '@ant-design/icons'
import type { Role } from '@pone/contract/entities/project.ts'
import { type ProjectFunction, projectFunctions } from '@pone/contract/permissions.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Checkbox } from 'antd'
import { Fragment, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { showError } from '../../../lib/api-error.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'
import { useProjectId } from '../../../lib/project.ts'
import { useCan } from '../../../lib/session/session.ts'
import { RowActions } from '../../../ui/data-table/row-actions.tsx'
import { UnsavedGuard } from '../../../ui/form/unsaved-guard.tsx'
import { useConfirm } from '../../../ui/page/confirm.tsx'
import { ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import '../projects.css'
import { useRoleName } from '../../../lib/role-name.ts'
import { RoleDialog } from './role-dialog.tsx'
import { toggleFunction } from './role-functions.ts'
import { rolesKey, useRoles } from './use-roles.ts'

const groups = [
  { key: 'project', has: ['project.', 'member.', 'role.'] },
  { key: 'component', has: ['component.'] },
  { key: 'scenario', has: ['scenario.'] },
  { key: 'run', has: ['run.', 'report.'] },
  { key: 'environment', has: ['cluster.', 'machine.'] },
  { key: 'monitor', has: ['monitor.'] },
] as const

type Drafts = Readonly<Record<string, readonly ProjectFunction[]>>

export function RolesTab() {
  const t = useT()
  const projectId = useProjectId()
  const canEdit = useCan('role.edit')
  const client = useQueryClient()
  const { data: roles, error, refetch } = useRoles(projectId)
  const [drafts, setDrafts] = useState<Drafts>({})
  const [dialog, setDialog] = useState<Role | 'new' | null>(null)
  const [isSaving, setSaving] = useState(false)
  const remove = useRemoveRole(projectId)
  if (error && !roles) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!roles) return <LoadingState rows={10} />

  const functionsOf = (role: Role) => drafts[role.id] ?? role.functions
  const changed = roles.filter(role => drafts[role.id])
  const save = async () => {
    setSaving(true)
    try {
      for (const role of changed) {
        await api.role.edit({ projectId, id: role.id, name: role.name, functions: [...functionsOf(role)] })
      }
      setDrafts({})
      notify({ kind: 'success', text: t('notice.saved') })
      return true
    } catch (failure) {
      showError(failure)
      return false
    } finally {
      setSaving(false)
      await client.invalidateQueries({ queryKey: ['project', projectId] })
    }
  }
  return (
    <>
      <div className="data-table-bar">
        <div className="data-table-filters">
          {changed.length > 0 && (
            <UnsavedBar isSaving={isSaving} onDiscard={() => setDrafts({})} onSave={() => void save()} />
          )}
        </div>
        {canEdit && (
          <Button icon={<PlusOutlined />} onClick={() => setDialog('new')}>
            {t('role.new')}
          </Button>
        )}
      </div>
      <div className="role-matrix">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('role.function')}</th>
              {roles.map(role => (
                <th key={role.id} scope="col">
                  <RoleHead role={role} canEdit={canEdit} onRename={setDialog} onRemove={remove} />
                </th>
              ))}
            </tr>
          </thead>
          <FunctionRows
            roles={roles.map(role => ({ ...role, functions: functionsOf(role) }))}
            canEdit={canEdit}
            onChange={(role, functions) => setDrafts({ ...drafts, [role.id]: functions })}
          />
        </table>
      </div>
      {dialog && (
        <RoleDialog
          projectId={projectId}
          role={dialog === 'new' ? null : dialog}
          onClose={() => setDialog(null)}
        />
      )}
      <UnsavedGuard isDirty={changed.length > 0 && !isSaving} onSave={save} />
    </>
  )
}

interface UnsavedBarProps {
  readonly isSaving: boolean
  readonly onDiscard: () => void
  readonly onSave: () => void
}

function UnsavedBar({ isSaving, onDiscard, onSave }: UnsavedBarProps) {
  const t = useT()
  return (
    <>
      <span className="secondary">{t('role.unsaved')}</span>
      <Button onClick={onDiscard}>{t('role.discard')}</Button>
      <Button type="primary" loading={isSaving} onClick={onSave}>
        {t('role.saveAll')}
      </Button>
    </>
  )
}

/** Name of a role, number of members, and the menu of a custom role. */
function RoleHead(props: {
  readonly role: Role
  readonly canEdit: boolean
  readonly onRename: (role: Role) => void
  readonly onRemove: (role: Role) => void
}) {
  const { role, canEdit, onRename, onRemove } = props
  const t = useT()
  const roleName = useRoleName()
  return (
    <span className="role-matrix-head">
      <b>{roleName(role.builtIn, role.name)}</b>
      <span className="faint">{t('role.members', { count: role.memberCount })}</span>
      {role.isFixed && <span className="faint">{t('role.fixedNote')}</span>}
      {canEdit && role.builtIn === null && (
        <RowActions
          of={role.name}
          shown={0}
          actions={[
            { key: 'rename', label: t('role.rename'), onClick: () => onRename(role) },
            { key: 'delete', label: t('action.delete'), isDangerous: true, onClick: () => onRemove(role) },
          ]}
        />
      )}
    </span>
  )
}

type DraftedRole = Pick<Role, 'id' | 'builtIn' | 'name' | 'isFixed'> & {
  readonly functions: readonly ProjectFunction[]
}

/** The functions in groups, with a check box per role. */
function FunctionRows(props: {
  readonly roles: readonly DraftedRole[]
  readonly canEdit: boolean
  readonly onChange: (role: DraftedRole, functions: readonly ProjectFunction[]) => void
}) {
  const { roles, canEdit, onChange } = props
  const t = useT()
  const roleName = useRoleName()
  return (
    <tbody>
      {groups.map(group => (
        <Fragment key={group.key}>
          <tr className="role-matrix-group">
            <td colSpan={roles.length + 1}>
              <span>{t(`functionGroup.${group.key}`)}</span>
            </td>
          </tr>
          {projectFunctions
            .filter(name => group.has.some(prefix => name.startsWith(prefix)))
            .map(name => (
              <tr key={name}>
                <td>{t(`function.${name}`)}</td>
                {roles.map(role => (
                  <td key={role.id}>
                    <Checkbox
                      checked={role.functions.includes(name)}
                      disabled={!canEdit || role.isFixed}
                      aria-label={`${roleName(role.builtIn, role.name)}: ${t(`function.${name}`)}`}
                      onChange={({ target }) =>
                        onChange(role, toggleFunction(role.functions, name, target.checked))
                      }
                    />
                  </td>
                ))}
              </tr>
            ))}
        </Fragment>
      ))}
    </tbody>
  )
}

function useRemoveRole(projectId: string) {
  const t = useT()
  const confirm = useConfirm()
  const client = useQueryClient()
  return (role: Role) =>
    confirm({
      title: t('role.deleteTitle', { name: role.name }),
      text: t('role.deleteText'),
      verb: t('action.delete'),
      onConfirm: () =>
        api.role
          .delete({ projectId, id: role.id })
          .then(() => client.invalidateQueries({ queryKey: rolesKey(projectId) })),
    })
}
