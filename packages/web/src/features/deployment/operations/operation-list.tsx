/** Operations of one host, or of one batch: filter, cancel, retry, each with its log. */
import type { HostOperation } from '@pone/contract/entities/host.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { EmptyState } from '../../../ui/page/page-states.tsx'
import { useCanOperate, useHostClient } from '../host-client.ts'
import { FilteredPages, useFilteredPages } from './filtered-pages.tsx'
import type { OperationAsked } from './operate-dialog.tsx'
import { OperationRow } from './operation-row.tsx'
import { useCancelOperations } from './use-cancel-operations.ts'

const filters = ['all', 'active', 'failed', 'over'] as const
type Filter = (typeof filters)[number]

export interface OperationListProps {
  readonly of: { readonly hostId: string } | { readonly groupId: string }
  /** Opens the dialog for retrying an operation. */
  readonly onOperate?: ((asked: OperationAsked) => void) | undefined
}

export function OperationList({ of, onOperate }: OperationListProps) {
  const t = useT()
  const client = useHostClient()
  const canOperate = useCanOperate()
  const pages = useFilteredPages<Filter>('all')
  const [shownId, setShownId] = useState<string | null>(null)
  const query = useQuery(client.operations({ hostId: null, groupId: null, ...of, ...pages.asked }))
  const active = query.data?.rows.filter(row => row.endedAt === null) ?? []
  const cancel = useCancelOperations()
  const ofHost = 'hostId' in of
  const isWhole = pages.asked.state === 'all'
  return (
    <div className={ofHost ? undefined : 'operation-members'}>
      <FilteredPages
        pages={pages}
        filters={filters}
        query={query}
        isSmall={!ofHost}
        loadingRows={4}
        beside={
          ofHost &&
          canOperate &&
          active.length > 1 && (
            <Button size="small" danger onClick={() => cancel.all(active.map(row => row.id))}>
              {t('queue.cancelAll')}
            </Button>
          )
        }
        empty={
          <EmptyState
            title={t(isWhole ? 'queue.emptyTitle' : 'table.nothingMatches')}
            text={isWhole ? t('queue.emptyText') : undefined}
          />
        }
      >
        {operation => (
          <OperationRow
            key={operation.id}
            operation={operation}
            isMember={!ofHost}
            isOpen={shownId === operation.id}
            onToggle={() => setShownId(shownId === operation.id ? null : operation.id)}
            onCancel={canOperate ? () => cancel.one(operation.id) : undefined}
            onRetry={onOperate && canOperate ? () => onOperate(askedAgain(operation)) : undefined}
          />
        )}
      </FilteredPages>
    </div>
  )
}

/** The input of a retried operation. */
export const askedAgain = ({ hostId, hostName, tool, kind }: HostOperation): OperationAsked => ({
  hosts: [{ id: hostId, name: hostName }],
  tool,
  kind,
})
