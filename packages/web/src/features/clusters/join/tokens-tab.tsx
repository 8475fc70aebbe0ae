/** The tokens that agents join with: creator, validity, and how many machines have used each. */

import type { JoinToken } from '@pone/contract/entities/cluster.ts'
import { formatNumber } from '@pone/metrics/figures.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Table } from 'antd'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { ActionsHeading } from '../../../ui/data-table/actions-heading.tsx'
import { useRowPages } from '../../../ui/data-table/use-row-pages.ts'
import { useConfirm } from '../../../ui/page/confirm.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import type { StatusTone } from '../../../ui/theme/palette.ts'
import { TimeText } from '../../../ui/time-text.tsx'
import { clustersKey, useTokens } from '../cluster-queries.ts'

const tones: Record<JoinToken['state'], StatusTone> = {
  valid: 'passed',
  usedUp: 'off',
  expired: 'off',
  revoked: 'failed',
}

/** @param newLabel label of the button above, named while there are no tokens */
export function TokensTab({ newLabel }: { readonly newLabel: string | undefined }) {
  const t = useT()
  const { data, error, refetch } = useTokens()
  const revoke = useRevoke()
  const pages = useRowPages(data?.length ?? 0, 10)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState />
  if (data.length === 0)
    return <EmptyState title={t('token.emptyTitle')} text={t('token.emptyText')} startWith={newLabel} />
  return (
    <>
      <p className="secondary" style={{ marginTop: 0 }}>
        {t('token.emptyText')}
      </p>
      <Table<JoinToken>
        size="small"
        rowKey="id"
        dataSource={data}
        pagination={pages}
        scroll={{ x: 'max-content' }}
        columns={[
          {
            key: 'name',
            title: t('token.name'),
            render: (_, { name }) => <b style={{ fontWeight: 550 }}>{name}</b>,
          },
          {
            key: 'state',
            title: t('token.state'),
            render: (_, { state }) => <StatusTag tone={tones[state]}>{t(`token.state.${state}`)}</StatusTag>,
          },
          { key: 'cluster', title: t('token.cluster'), render: (_, { cluster }) => cluster.name },
          {
            key: 'expiresAt',
            title: t('token.expiresAt'),
            render: (_, { expiresAt }) =>
              expiresAt === null ? t('token.forever') : <TimeText at={expiresAt} />,
          },
          {
            key: 'uses',
            title: t('token.uses'),
            align: 'right',
            render: (_, { uses, maxUses }) =>
              maxUses === null
                ? t('token.usesAny', { count: uses })
                : t('token.usesOf', { count: uses, most: formatNumber(maxUses) }),
          },
          {
            key: 'lastUsedAt',
            title: t('token.lastUsedAt'),
            render: (_, { lastUsedAt }) => <TimeText at={lastUsedAt} />,
          },
          { key: 'createdBy', title: t('token.createdBy'), render: (_, { createdBy }) => createdBy },
          {
            key: 'createdAt',
            title: t('token.createdAt'),
            render: (_, { createdAt }) => <TimeText at={createdAt} />,
          },
          {
            key: 'actions',
            title: <ActionsHeading />,
            align: 'right',
            fixed: 'right',
            render: (_, token) =>
              (token.state === 'valid' || token.state === 'usedUp') && (
                <button type="button" className="link-button" onClick={() => revoke(token)}>
                  {t('token.revoke')}
                </button>
              ),
          },
        ]}
      />
    </>
  )
}

function useRevoke() {
  const t = useT()
  const confirm = useConfirm()
  const client = useQueryClient()
  return (token: JoinToken) =>
    confirm({
      title: t('token.revokeTitle', { name: token.name }),
      text: t('token.revokeText'),
      verb: t('token.revoke'),
      onConfirm: async () => {
        await api.joinToken.revoke({ id: token.id })
        await client.invalidateQueries({ queryKey: clustersKey })
      },
    })
}
