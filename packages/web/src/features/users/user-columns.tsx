/** Columns of the user table. */
import type { User } from '@pone/contract/entities/user.ts'
import { noValue } from '@pone/metrics/figures.ts'
import { Tooltip } from 'antd'
import { useMemo } from 'react'
import { type Translate, useT } from '../../lib/i18n.ts'
import { useRoleName } from '../../lib/role-name.ts'
import { useSession } from '../../lib/session/session.ts'
import type { DataColumn } from '../../ui/data-table/data-table.tsx'
import { type RowAction, RowActions } from '../../ui/data-table/row-actions.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { isLocked, type UserActions } from './user-actions.tsx'

/** Width of the table in px below which columns join: in a window of 1,024 px. */
const narrow = 960

type Sort = 'account' | 'realName' | 'createdAt' | 'lastLoginAt'

type Column = DataColumn<User, Sort>

export function useUserColumns(actions: UserActions, onEdit: (user: User) => void): readonly Column[] {
  const t = useT()
  const ownId = useSession('userId')
  return useMemo(
    () => [
      ...factColumns(t, ownId),
      {
        key: 'actions',
        title: '',
        width: 110,
        visibility: 'always',
        fixed: 'right',
        align: 'right',
        render: user => (
          <RowActions of={user.account} actions={rowActions(t, user, ownId, { ...actions, onEdit })} />
        ),
      },
    ],
    [t, ownId, actions, onEdit],
  )
}

function factColumns(t: Translate, ownId: string): readonly Column[] {
  return [
    {
      key: 'account',
      title: t('user.account'),
      sort: 'account',
      visibility: 'always',
      fixed: 'left',
      render: user => (
        <>
          <b style={{ fontWeight: 550 }}>{user.account}</b>
          {user.id === ownId && <span className="faint"> · {t('users.you')}</span>}
        </>
      ),
    },
    { key: 'realName', title: t('user.realName'), sort: 'realName', render: user => user.realName },
    {
      key: 'kind',
      title: t('users.kind'),
      joins: { to: 'realName', below: narrow },
      render: user => t(user.isAdministrator ? 'users.kind.administrator' : 'users.kind.user'),
    },
    { key: 'state', title: t('users.state'), render: user => <LockState user={user} /> },
    { key: 'projects', title: t('users.projects'), render: user => <Projects user={user} /> },
    { key: 'email', title: t('user.email'), render: user => user.email || noValue },
    {
      key: 'phone',
      title: t('user.phone'),
      joins: { to: 'email', below: narrow },
      render: user => user.phone || noValue,
    },
    {
      key: 'organisation',
      title: t('user.organisation'),
      visibility: 'optional',
      render: user => user.organisation || noValue,
    },
    {
      key: 'lastLoginAt',
      joins: { to: 'state', below: narrow },
      title: t('users.lastLogin'),
      sort: 'lastLoginAt',
      render: user =>
        user.lastLoginAt === null ? (
          <span className="faint">{t('users.neverSignedIn')}</span>
        ) : (
          <TimeText at={user.lastLoginAt} />
        ),
    },
    {
      key: 'createdAt',
      title: t('users.createdAt'),
      sort: 'createdAt',
      visibility: 'optional',
      render: user => <TimeText at={user.createdAt} />,
    },
  ]
}

/** Users cannot lock or delete their own account, nor reset its password. */
function rowActions(
  t: Translate,
  user: User,
  ownId: string,
  actions: UserActions & { readonly onEdit: (user: User) => void },
): readonly RowAction[] {
  const isDisabled = user.id === ownId
  return [
    ...(user.isWaiting
      ? [
          {
            key: 'approve',
            label: t('users.approve'),
            onClick: () => void actions.approve([user.id]),
          },
          { key: 'refuse', label: t('users.refuse'), onClick: () => actions.refuse([user]) },
        ]
      : []),
    { key: 'edit', label: t('action.edit'), onClick: () => actions.onEdit(user) },
    {
      key: 'reset',
      label: t('users.reset'),
      onClick: () => actions.reset(user),
      isDisabled,
    },
    isLocked(user)
      ? { key: 'unlock', label: t('users.unlock'), onClick: () => void actions.unlock([user.id]) }
      : {
          key: 'lock',
          label: t('users.lock'),
          onClick: () => actions.lock([user]),
          isDisabled,
        },
    {
      key: 'delete',
      label: t('action.delete'),
      isDangerous: true,
      onClick: () => actions.remove([user]),
      isDisabled,
    },
  ]
}

function LockState({ user }: { readonly user: User }) {
  const t = useT()
  if (user.isWaiting) return <StatusTag tone="warning">{t('users.lock.waiting')}</StatusTag>
  if (!isLocked(user)) return <StatusTag tone="passed">{t('users.lock.unlocked')}</StatusTag>
  return (
    <Tooltip title={user.lockedByAdministrator ? undefined : <TimeText at={user.lockedUntil} />}>
      <span>
        <StatusTag tone="failed">{t('users.lock.locked')}</StatusTag>
      </span>
    </Tooltip>
  )
}

function Projects({ user }: { readonly user: User }) {
  const roleName = useRoleName()
  const all = user.projects.map(project => `${project.name} · ${roleName(null, project.role)}`)
  if (all.length === 0) return noValue
  return (
    <Tooltip title={all.length > 1 ? all.map(line => <div key={line}>{line}</div>) : undefined}>
      <span>
        {all[0]}
        {all.length > 1 && <span className="faint"> +{all.length - 1}</span>}
      </span>
    </Tooltip>
  )
}
