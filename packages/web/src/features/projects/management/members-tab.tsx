/** Members of the project: add, change the role, remove; the project manager is fixed. */
import { PlusOutlined } from '@ant-design/icons'
import type { Member } from '@pone/contract/entities/project.ts'
import { noValue } from '@pone/metrics/figures.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Select, Tooltip } from 'antd'
import { useMemo, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { showError } from '../../../lib/api-error.ts'
import { useT } from '../../../lib/i18n.ts'
import { useProjectId } from '../../../lib/project.ts'
import { useRoleName } from '../../../lib/role-name.ts'
import { useCan } from '../../../lib/session/session.ts'
import { type DataColumn, DataTable } from '../../../ui/data-table/data-table.tsx'
import { SearchField } from '../../../ui/data-table/search-field.tsx'
import { useList } from '../../../ui/data-table/use-list.ts'
import { useConfirm } from '../../../ui/page/confirm.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { AddMembersDialog } from './add-members-dialog.tsx'
import { useRoles } from './use-roles.ts'

const listOptions = { sort: 'joinedAt' as const }
const isManager = (member: Member) => member.roleBuiltIn === 'projectManager'

export function MembersTab() {
  const t = useT()
  const projectId = useProjectId()
  const canEdit = useCan('member.edit')
  const list = useList(listOptions)
  const [isAdding, setAdding] = useState(false)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const { page, pageSize, search } = list
  const query = useQuery({
    queryKey: ['project', projectId, 'members', page, pageSize, search],
    queryFn: ({ signal }) => api.member.list({ projectId, page, pageSize, search }, { signal }),
    placeholderData: keepPreviousData,
  })
  const remove = useRemove(projectId, () => setChosen([]))
  const columns = useColumns(projectId, canEdit, remove)
  const addButton = canEdit && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
      {t('member.add')}
    </Button>
  )
  return (
    <>
      <DataTable
        storageKey="members"
        label={t('management.members')}
        columns={columns}
        query={query}
        list={list}
        rowId={member => member.userId}
        empty={{ title: t('member.emptyTitle'), startWith: canEdit ? t('member.add') : undefined }}
        filters={
          <>
            <SearchField
              value={search}
              placeholder={t('member.search')}
              onSearch={text => list.setFilters({ search: text })}
            />
            <span style={{ marginLeft: 'auto' }}>{addButton}</span>
          </>
        }
        {...(canEdit
          ? {
              selection: {
                ids: chosen,
                onChange: setChosen,
                isDisabled: isManager,
                actions: (
                  <Button
                    size="small"
                    danger
                    onClick={() =>
                      remove(
                        (query.data?.rows ?? []).filter(member => chosen.includes(member.userId)),
                        chosen,
                      )
                    }
                  >
                    {t('action.remove')}
                  </Button>
                ),
              },
            }
          : {})}
      />
      {isAdding && <AddMembersDialog projectId={projectId} onClose={() => setAdding(false)} />}
    </>
  )
}

type Remove = (members: readonly Member[], ids: readonly string[]) => void

function useRemove(projectId: string, onDone: () => void): Remove {
  const t = useT()
  const confirm = useConfirm()
  const client = useQueryClient()
  return (members, ids) => {
    const first = members[0]?.realName ?? ''
    confirm({
      title: t('member.removeTitle', {
        names: ids.length === 1 ? first : t('member.someNames', { first, count: ids.length }),
      }),
      text: t('member.removeText'),
      verb: t('action.remove'),
      onConfirm: async () => {
        await api.member.remove({ projectId, userIds: [...ids] })
        onDone()
        await client.invalidateQueries({ queryKey: ['project', projectId] })
      },
    })
  }
}

function useColumns(
  projectId: string,
  canEdit: boolean,
  remove: Remove,
): readonly DataColumn<Member, 'joinedAt'>[] {
  const t = useT()
  return useMemo(
    () => [
      {
        key: 'realName',
        title: t('user.realName'),
        visibility: 'always',
        render: member => <b style={{ fontWeight: 550 }}>{member.realName}</b>,
      },
      { key: 'account', title: t('user.account'), render: member => member.account },
      {
        key: 'role',
        title: t('member.role'),
        render: member => <RoleCell projectId={projectId} member={member} canEdit={canEdit} />,
      },
      { key: 'email', title: t('user.email'), render: member => member.email || noValue },
      { key: 'phone', title: t('user.phone'), render: member => member.phone || noValue },
      { key: 'joinedAt', title: t('member.joinedAt'), render: member => <TimeText at={member.joinedAt} /> },
      {
        key: 'lastLoginAt',
        title: t('member.lastLogin'),
        render: member => <TimeText at={member.lastLoginAt} />,
      },
      {
        key: 'actions',
        title: '',
        visibility: 'always',
        fixed: 'right',
        align: 'right',
        render: member =>
          canEdit &&
          !isManager(member) && (
            <button type="button" className="link-button" onClick={() => remove([member], [member.userId])}>
              {t('action.remove')}
            </button>
          ),
      },
    ],
    [t, projectId, canEdit, remove],
  )
}

interface RoleCellProps {
  readonly projectId: string
  readonly member: Member
  readonly canEdit: boolean
}

function RoleCell({ projectId, member, canEdit }: RoleCellProps) {
  const t = useT()
  const roleName = useRoleName()
  const client = useQueryClient()
  const { data: roles } = useRoles(projectId)
  const shown = roleName(member.roleBuiltIn, member.roleName)
  if (!canEdit || !roles) return shown
  if (isManager(member)) return <Tooltip title={t('member.fixed')}>{shown}</Tooltip>
  const setRole = async (roleId: string) => {
    await api.member.setRole({ projectId, userId: member.userId, roleId })
    await client.invalidateQueries({ queryKey: ['project', projectId] })
  }
  return (
    <Select
      size="small"
      variant="filled"
      style={{ minWidth: 140 }}
      aria-label={t('member.role')}
      value={member.roleId}
      options={roles
        .filter(role => role.builtIn !== 'projectManager')
        .map(role => ({ value: role.id, label: roleName(role.builtIn, role.name) }))}
      onChange={roleId => void setRole(roleId).catch(showError)}
    />
  )
}
