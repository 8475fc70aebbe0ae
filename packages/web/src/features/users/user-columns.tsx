/** Columns of the user table. */
import type { User } from '@pone/contract/entities/user.ts'
import { noValue } from '@pone/metrics/figures.ts'
import { Tooltip } from 'antd'
import { useMemo } from 'react'
import { useT } from '../../lib/i18n.ts'
import { useRoleName } from '../../lib/role-name.ts'
import { useSession } from '../../lib/session/session.ts'
import type { DataColumn } from '../../ui/data-table/data-table.tsx'
import { RowActions } from '../../ui/data-table/row-actions.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { isLocked, type UserActions } from './user-actions.tsx'

type Sort = 'account' | 'realName' | 'createdAt' | 'lastLoginAt'

export function useUserColumns(
  actions: UserActions,
  onEdit: (user: User) => void,
): readonly DataColumn<User, Sort>[] {
  const t = useT()
  const ownId = useSession('userId')
  return useMemo(
    () => [
      {
        key: 'account',
        title: t('user.account'),
        sort: 'account',
        isAlwaysShown: true,
        isFixed: true,
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
        render: user => t(user.isAdministrator ? 'users.kind.administrator' : 'users.kind.user'),
      },
      { key: 'state', title: t('users.state'), render: user => <LockState user={user} /> },
      { key: 'projects', title: t('users.projects'), render: user => <Projects user={user} /> },
      { key: 'email', title: t('user.email'), render: user => user.email || noValue },
      { key: 'phone', title: t('user.phone'), render: user => user.phone || noValue },
      {
        key: 'organisation',
        title: t('user.organisation'),
        isHiddenAtFirst: true,
        render: user => user.organisation || noValue,
      },
      {
        key: 'lastLoginAt',
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
        isHiddenAtFirst: true,
        render: user => <TimeText at={user.createdAt} />,
      },
      {
        key: 'actions',
        title: '',
        width: 110,
        isAlwaysShown: true,
        isFixed: true,
        align: 'right',
        render: user => (
          <RowActions
            actions={[
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
              { key: 'edit', label: t('action.edit'), onClick: () => onEdit(user) },
              {
                key: 'reset',
                label: t('users.reset'),
                onClick: () => actions.reset(user),
                isDisabled: user.id === ownId,
              },
              isLocked(user)
                ? { key: 'unlock', label: t('users.unlock'), onClick: () => void actions.unlock([user.id]) }
                : {
                    key: 'lock',
                    label: t('users.lock'),
                    onClick: () => actions.lock([user]),
                    isDisabled: user.id === ownId,
                  },
              {
                key: 'delete',
                label: t('action.delete'),
                isDangerous: true,
                onClick: () => actions.remove([user]),
                isDisabled: user.id === ownId,
              },
            ]}
          />
        ),
      },
    ],
    [t, ownId, actions, onEdit],
  )
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
