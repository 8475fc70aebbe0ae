/** /pone/atf/user: the administrator's accounts: find, create, edit, lock, unlock, delete, reset, import. */
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
import { useList } from '../../ui/data-table/use-list.ts'
import { PageBody, PageHeader } from '../../ui/page/page-header.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { isLocked, useUserActions } from './user-actions.tsx'
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
  const query = useQuery({
    queryKey: [
      'users',
      'list',
      list.page,
      list.pageSize,
      list.search,
      list.sort,
      list.descending,
      list.filters,
    ],
    queryFn: ({ signal }) =>
      api.user.list(
        {
          page: list.page,
          pageSize: list.pageSize,
          search: list.search,
          sort: list.sort,
          descending: list.descending,
          kind: list.filters.kind as Kind,
          lock: list.filters.lock as Lock,
        },
        { signal },
      ),
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
          empty={{ title: t('users.emptyTitle'), text: t('users.emptyText'), action: newButton }}
          filters={
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
          }
          selection={{
            ids: chosen,
            onChange: setChosen,
            isDisabled: user => user.id === session.get().userId,
            actions: (
              <>
                <Button
                  size="small"
                  disabled={chosenUsers.every(isLocked)}
                  onClick={() => actions.lock(chosenUsers, chosen)}
                >
                  {t('users.lock')}
                </Button>
                <Button size="small" onClick={() => void actions.unlock(chosen)}>
                  {t('users.unlock')}
                </Button>
                {chosenUsers.length > 0 && chosenUsers.every(({ isWaiting }) => isWaiting) && (
                  <>
                    <Button size="small" onClick={() => void actions.approve(chosen)}>
                      {t('users.approve')}
                    </Button>
                    <Button size="small" danger onClick={() => actions.refuse(chosenUsers, chosen)}>
                      {t('users.refuse')}
                    </Button>
                  </>
                )}
                <Button size="small" danger onClick={() => actions.remove(chosenUsers, chosen)}>
                  {t('action.delete')}
                </Button>
              </>
            ),
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
