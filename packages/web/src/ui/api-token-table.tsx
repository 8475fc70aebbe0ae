/** API tokens of more than one user: creator, permissions, and expiry. */
import type { ApiToken } from '@pone/contract/entities/api-token.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Tooltip } from 'antd'
import { useT } from '../lib/i18n.ts'
import { notify } from '../lib/notices.ts'
import { type DataColumn, DataTable, type RowsPage } from './data-table/data-table.tsx'
import { RowActions } from './data-table/row-actions.tsx'
import { SearchField } from './data-table/search-field.tsx'
import { type PageSize, useList } from './data-table/use-list.ts'
import { useTableQuery } from './data-table/use-table-query.ts'
import { useConfirm } from './page/confirm.tsx'
import { StatusTag } from './status-tag.tsx'
import { TimeText } from './time-text.tsx'
import './api-token-table.css'

const listOptions = { sort: 'createdAt' as const }
const shownFunctions = 1

interface PageQuery {
  readonly page: number
  readonly pageSize: PageSize
  readonly search: string
}

export interface ApiTokenTableProps {
  readonly queryKey: readonly string[]
  readonly read: (page: PageQuery, options: { readonly signal: AbortSignal }) => Promise<RowsPage<ApiToken>>
  readonly revoke: (id: string) => Promise<unknown>
  readonly showsProject: boolean
}

export function ApiTokenTable({ queryKey, read, revoke, showsProject }: ApiTokenTableProps) {
  const t = useT()
  const client = useQueryClient()
  const confirm = useConfirm()
  const list = useList(listOptions)
  const { page, pageSize, search } = list
  const query = useTableQuery({
    queryKey: [...queryKey, page, pageSize, search],
    queryFn: ({ signal }) => read({ page, pageSize, search }, { signal }),
  })
  const askToRevoke = (token: ApiToken) =>
    confirm({
      title: t('apiToken.revokeTitle', { name: token.name }),
      text: t('apiToken.revokeOfText', { account: token.account }),
      verb: t('apiToken.revoke'),
      onConfirm: async () => {
        try {
          await revoke(token.id)
          notify({ kind: 'success', text: t('apiToken.revokedNotice', { name: token.name }) })
        } finally {
          await client.invalidateQueries({ queryKey })
        }
      },
    })
  const columns = useColumns(askToRevoke).filter(({ key }) => showsProject || key !== 'project')
  return (
    <DataTable
      storageKey={showsProject ? 'allApiTokens' : 'projectApiTokens'}
      label={t('person.apiTokens')}
      columns={columns}
      query={query}
      list={list}
      rowId={token => token.id}
      empty={{ title: t('apiToken.emptyTitle'), text: t('apiToken.emptyText') }}
      filters={
        <SearchField
          value={search}
          placeholder={t(showsProject ? 'apiToken.searchAll' : 'apiToken.search')}
          onSearch={text => list.setFilters({ search: text })}
        />
      }
    />
  )
}

function useColumns(revoke: (token: ApiToken) => void): readonly DataColumn<ApiToken, 'createdAt'>[] {
  const t = useT()
  return [
    {
      key: 'name',
      title: t('apiToken.name'),
      visibility: 'always',
      render: token => (
        <>
          <span className="api-token-name" title={token.name}>
            {token.name}
          </span>{' '}
          <span className="faint code">{token.beginning}…</span>
        </>
      ),
    },
    { key: 'account', title: t('user.account'), render: token => token.account },
    { key: 'project', title: t('apiToken.project'), render: token => token.projectName },
    {
      key: 'lastUsed',
      title: t('apiToken.lastUsed'),
      render: token =>
        token.lastUsedAt === null ? (
          <span className="faint">{t('apiToken.never')}</span>
        ) : (
          <Tooltip title={token.lastUsedFrom}>
            <span>
              <TimeText at={token.lastUsedAt} />
            </span>
          </Tooltip>
        ),
    },
    { key: 'expiresAt', title: t('apiToken.expiresAt'), render: token => <Expiry token={token} /> },
    {
      key: 'functions',
      title: t('apiToken.functions'),
      render: token => <Functions names={token.functions} />,
    },
    {
      key: 'actions',
      title: '',
      visibility: 'always',
      fixed: 'right',
      align: 'right',
      render: token =>
        isWorking(token) && (
          <RowActions
            of={token.name}
            actions={[
              { key: 'revoke', label: t('apiToken.revoke'), isDangerous: true, onClick: () => revoke(token) },
            ]}
          />
        ),
    },
  ]
}

/** The first ones; all of them in a tooltip. */
function Functions({ names }: { readonly names: ApiToken['functions'] }) {
  const t = useT()
  const texts = names.map(name => t(`function.${name}`))
  const separator = t('apiToken.separator')
  const more = texts.length - shownFunctions
  return (
    <Tooltip title={more > 0 ? texts.join(separator) : undefined}>
      <span {...(more > 0 ? { tabIndex: 0 } : {})}>
        {texts.slice(0, shownFunctions).join(separator)}
        {more > 0 && <span className="faint"> +{more}</span>}
      </span>
    </Tooltip>
  )
}

export const isWorking = (token: ApiToken): boolean =>
  token.revokedAt === null && token.expiresAt > Date.now()

/** When the token expires, or why it is no longer valid. */
export function Expiry({ token }: { readonly token: ApiToken }) {
  const t = useT()
  if (isWorking(token)) return <TimeText at={token.expiresAt} />
  return (
    <StatusTag tone="off">{t(token.revokedAt === null ? 'apiToken.expired' : 'apiToken.revoked')}</StatusTag>
  )
}
