/** /pone/atf/user: accounts for administrators: search, create, edit, lock, unlock, delete, reset password, import. */
import { ImportOutlined, PlusOutlined } from '@ant-design/icons'
import type { User } from '@pone/contract/entities/user.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useT } from '../../lib/i18n.ts'
import { session } from '../../lib/session/session.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { SearchField } from '../../ui/data-table/search-field.tsx'
import { type ListState, useList } from '../../ui/data-table/use-list.ts'
import { PageBody, PageHeader } from '../../ui/page/page-header.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { isLocked, type UserActions, useUserActions } from './user-actions.tsx'
import { useUserColumns } from './user-columns.tsx'
import { UserDialog } from './user-dialog.tsx'

type Kind = 'all' | 'user' | 'administrator'
type Lock = 'all' | 'locked' | 'unlocked' | 'waiting'
type Sort = 'account' | 'realName' | 'createdAt' | 'lastLoginAt'
const listOptions = { sort: 'createdAt' as Sort, filters: { kind: 'all', lock: 'all' } }
const kinds = ['all', 'user', 'administrator'] as const
const locks = ['all', 'unlocked', 'locked', 'waiting'] as const

export function Page() {
  const t = useT()
  const list = useList(listOptions)
  const [dialog, setDialog] = useState<User | 'new' | 'import' | null>(null)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const { page, pageSize, search, sort, descending, filters } = list
  const { kind, lock } = filters as { kind: Kind; lock: Lock }
  const asked = { page, pageSize, search, sort, descending, kind, lock }
  const query = useQuery({
    queryKey: ['users', 'list', asked],
    queryFn: ({ signal }) => api.user.list(asked, { signal }),
    placeholderData: keepPreviousData,
  })
  const actions = useUserActions(() => setChosen([]))
  const columns = useUserColumns(actions, setDialog)
  const chosenUsers = (query.data?.rows ?? []).filter(user => chosen.includes(user.id))
  const newButton = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setDialog('new')}>
      {t('users.new')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('route.user')}
        actions={
          <>
            <Button icon={<ImportOutlined />} onClick={() => setDialog('import')}>
              {t('users.import')}
            </Button>
            {newButton}
          </>
        }
      />
      <PageBody>
        <DataTable
          storageKey="users"
          label={t('route.user')}
          columns={columns}
          query={query}
          list={list}
          rowId={user => user.id}
          onRowClick={setDialog}
          empty={{ title: t('users.emptyTitle'), text: t('users.emptyText'), startWith: t('users.new') }}
          filters={<UserFilters list={list} />}
          selection={{
            ids: chosen,
            onChange: setChosen,
            isDisabled: user => user.id === session.get().userId,
            actions: <BulkButtons users={chosenUsers} ids={chosen} actions={actions} />,
          }}
        />
      </PageBody>
      {dialog === 'import' && <ImportDialog onClose={() => setDialog(null)} />}
      {dialog !== null && dialog !== 'import' && (
        <UserDialog user={dialog === 'new' ? null : dialog} onClose={() => setDialog(null)} />
      )}
    </>
  )
}

function UserFilters({ list }: { readonly list: ListState<{ kind: string; lock: string }, Sort> }) {
  const t = useT()
  return (
    <>
      <SearchField
        value={list.search}
        placeholder={t('users.search')}
        onSearch={search => list.setFilters({ search })}
      />
      <Select
        value={list.filters.kind}
        aria-label={t('users.kind')}
        style={{ width: 140 }}
        onChange={kind => list.setFilters({ kind })}
        options={kinds.map(value => ({ value, label: t(`users.kind.${value}`) }))}
      />
      <Select
        value={list.filters.lock}
        aria-label={t('users.state')}
        style={{ width: 140 }}
        onChange={lock => list.setFilters({ lock })}
        options={locks.map(value => ({ value, label: t(`users.lock.${value}`) }))}
      />
    </>
  )
}

/** `users`: the selected accounts of the current page; `ids`: all selected ones. */
function BulkButtons(props: {
  readonly users: readonly User[]
  readonly ids: readonly string[]
  readonly actions: UserActions
}) {
  const { users, ids, actions } = props
  const t = useT()
  return (
    <>
      <Button size="small" disabled={users.every(isLocked)} onClick={() => actions.lock(users, ids)}>
        {t('users.lock')}
      </Button>
      <Button size="small" onClick={() => void actions.unlock(ids)}>
        {t('users.unlock')}
      </Button>
      {users.length > 0 && users.every(({ isWaiting }) => isWaiting) && (
        <>
          <Button size="small" onClick={() => void actions.approve(ids)}>
            {t('users.approve')}
          </Button>
          <Button size="small" danger onClick={() => actions.refuse(users, ids)}>
            {t('users.refuse')}
          </Button>
        </>
      )}
      <Button size="small" danger onClick={() => actions.remove(users, ids)}>
        {t('action.delete')}
      </Button>
    </>
  )
}
