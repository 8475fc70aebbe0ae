/** Actions of administrators on accounts: lock, unlock, delete, reset password; a confirmation says what will be lost. */
import type { User } from '@pone/contract/entities/user.ts'
import { useQueryClient } from '@tanstack/react-query'
import { App, Typography } from 'antd'
import { useMemo } from 'react'
import { api } from '../../lib/api.ts'
import { showError } from '../../lib/api-error.ts'
import { useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notices.ts'
import { useConfirm } from '../../ui/page/confirm.tsx'

/** Locked now, by an administrator or after wrong passwords. */
export const isLocked = (user: User): boolean =>
  user.lockedByAdministrator || (user.lockedUntil !== null && user.lockedUntil > Date.now())

export interface UserActions {
  /** `ids` when more accounts are selected than those on this page. */
  readonly lock: (users: readonly User[], ids?: readonly string[]) => void
  readonly unlock: (ids: readonly string[]) => Promise<void>
  readonly approve: (ids: readonly string[]) => Promise<void>
  readonly refuse: (users: readonly User[], ids?: readonly string[]) => void
  readonly remove: (users: readonly User[], ids?: readonly string[]) => void
  readonly reset: (user: User) => void
}

export function useUserActions(onDone: () => void): UserActions {
  const t = useT()
  const confirm = useConfirm()
  const { modal } = App.useApp()
  const client = useQueryClient()
  return useMemo(() => {
    const refresh = async () => {
      onDone()
      await client.invalidateQueries({ queryKey: ['users'] })
    }
    const idsOf = (users: readonly User[], ids: readonly string[] | undefined) => [
      ...(ids ?? users.map(user => user.id)),
    ]
    const named = (users: readonly User[], count: number) =>
      count === 1
        ? (users[0]?.account ?? '')
        : t('users.someNames', { first: users[0]?.account ?? '', count })
    return {
      lock: (users, ids) =>
        confirm({
          title: t('users.lockTitle', { names: named(users, idsOf(users, ids).length) }),
          text: t('users.lockText'),
          verb: t('users.lock'),
          onConfirm: () => api.user.lock({ ids: idsOf(users, ids) }).then(refresh),
        }),
      unlock: ids =>
        api.user
          .unlock({ ids: [...ids] })
          .then(refresh)
          .catch(showError),
      approve: ids =>
        api.user
          .approve({ ids: [...ids] })
          .then(async () => {
            notify({ kind: 'success', text: t('users.approved') })
            await refresh()
          })
          .catch(showError),
      refuse: (users, ids) =>
        confirm({
          title: t('users.refuseTitle', { names: named(users, idsOf(users, ids).length) }),
          text: t('users.refuseText'),
          verb: t('users.refuse'),
          onConfirm: () => api.user.refuse({ ids: idsOf(users, ids) }).then(refresh),
        }),
      remove: (users, ids) =>
        confirm({
          title: t('users.deleteTitle', { names: named(users, idsOf(users, ids).length) }),
          text: t('users.deleteText'),
          verb: t('action.delete'),
          onConfirm: () => api.user.delete({ ids: idsOf(users, ids) }).then(refresh),
        }),
      reset: user =>
        confirm({
          title: t('users.resetTitle', { name: user.account }),
          text: t('users.resetText'),
          verb: t('users.reset'),
          onConfirm: async () => {
            const { defaultPassword } = await api.user.resetPassword({ id: user.id })
            modal.success({
              title: t('users.resetDone'),
              content: (
                <>
                  <p>
                    {t('users.defaultPassword')}{' '}
                    <Typography.Text copyable code>
                      {defaultPassword}
                    </Typography.Text>
                  </p>
                  <p className="secondary">{t('users.tellUser')}</p>
                </>
              ),
            })
          },
        }),
    }
  }, [t, confirm, modal, client, onDone])
}
