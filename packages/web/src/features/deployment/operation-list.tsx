/** Operations of one host, or of all that were asked for at once: filtered, cancelled, asked for again, each with its log. */
import type { HostOperation } from '@pone/contract/entities/host.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Pagination, Segmented } from 'antd'
import { useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { EmptyState, ErrorState, LoadingState } from '../../ui/page-states.tsx'
import { useCanOperate, useHostClient } from './host-client.ts'
import type { OperationAsked } from './operate-dialog.tsx'
import { OperationRow } from './operation-row.tsx'
import { useCancelOperations } from './use-cancel-operations.ts'
import './deployment.css'

const pageSize = 20
const filters = ['all', 'active', 'failed', 'over'] as const
type Filter = (typeof filters)[number]

export interface OperationListProps {
  readonly of: { readonly hostId: string } | { readonly groupId: string }
  /** Opens the dialog in which an operation is asked for again. */
  readonly onOperate?: ((asked: OperationAsked) => void) | undefined
}

export function OperationList({ of, onOperate }: OperationListProps) {
  const t = useT()
  const client = useHostClient()
  const canOperate = useCanOperate()
  const [filter, setFilter] = useState<Filter>('all')
  const [page, setPage] = useState(1)
  const [shownId, setShownId] = useState<string | null>(null)
  const query = useQuery(
    client.operations({ hostId: null, groupId: null, ...of, page, pageSize, state: filter }),
  )
  const { data, error } = query
  const active = data?.rows.filter(row => row.endedAt === null) ?? []
  const cancel = useCancelOperations()
  const ofHost = 'hostId' in of
  return (
    <div className={ofHost ? undefined : 'operation-members'}>
      <div className="machine-log-tools operation-filters">
        <Segmented<Filter>
          size={ofHost ? 'middle' : 'small'}
          value={filter}
          onChange={value => {
            setFilter(value)
            setPage(1)
          }}
          options={filters.map(value => ({ value, label: t(`queue.${value}`) }))}
        />
        {ofHost && canOperate && active.length > 1 && (
          <Button size="small" danger onClick={() => cancel.all(active.map(row => row.id))}>
            {t('queue.cancelAll')}
          </Button>
        )}
      </div>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void query.refetch()} />
      ) : !data ? (
        <LoadingState rows={4} />
      ) : data.rows.length === 0 ? (
        <EmptyState
          title={t(filter === 'all' ? 'queue.emptyTitle' : 'table.nothingMatches')}
          text={filter === 'all' ? t('queue.emptyText') : undefined}
        />
      ) : (
        data.rows.map(operation => (
          <OperationRow
            key={operation.id}
            operation={operation}
            isMember={!ofHost}
            isOpen={shownId === operation.id}
            onToggle={() => setShownId(shownId === operation.id ? null : operation.id)}
            onCancel={canOperate ? () => cancel.one(operation.id) : undefined}
            onRetry={onOperate && canOperate ? () => onOperate(askedAgain(operation)) : undefined}
          />
        ))
      )}
      {data && data.total > pageSize && (
        <Pagination
          style={{ padding: 12 }}
          size="small"
          current={page}
          pageSize={pageSize}
          total={data.total}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </div>
  )
}

/** What is asked for when an operation is to be tried again. */
export const askedAgain = ({ hostId, hostName, tool, kind }: HostOperation): OperationAsked => ({
  hosts: [{ id: hostId, name: hostName }],
  tool,
  kind,
})
