/** The queue of operations: what executes, what waits at which place, what is over; cancel, and the live log. */
import type { HostOperation } from '@pone/contract/entities/host.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Drawer, Pagination, Segmented } from 'antd'
import { useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/page-states.tsx'
import { hostsKey, useCanOperate, useHostClient } from './host-client.ts'
import { OperationRow } from './operation-row.tsx'
import './deployment.css'

const drawerWidth = 640
const pageSize = 20
const filters = ['active', 'over', 'all'] as const
type Filter = (typeof filters)[number]

export function QueueDrawer({
  openId,
  onClose,
}: {
  /** The operation whose log is shown at first. */
  readonly openId: string | null
  readonly onClose: () => void
}) {
  const t = useT()
  return (
    <Drawer
      open
      size={drawerWidth}
      title={t('queue.title')}
      onClose={onClose}
      styles={{ body: { padding: 0 } }}
    >
      <OperationList hostId={null} openId={openId} />
    </Drawer>
  )
}

/** Operations of one host, or of all. */
export function OperationList({
  hostId,
  openId,
}: {
  readonly hostId: string | null
  readonly openId: string | null
}) {
  const t = useT()
  const client = useHostClient()
  const canOperate = useCanOperate()
  const [filter, setFilter] = useState<Filter>('all')
  const [page, setPage] = useState(1)
  const [shownId, setShownId] = useState(openId)
  const query = useQuery(client.operations({ page, pageSize, hostId, state: filter }))
  const { data, error } = query
  const active = data?.rows.filter(row => row.endedAt === null) ?? []
  const cancel = useCancel()
  return (
    <>
      <div className="machine-log-tools" style={{ padding: '12px 12px 4px' }}>
        <Segmented<Filter>
          value={filter}
          onChange={value => {
            setFilter(value)
            setPage(1)
          }}
          options={filters.map(value => ({ value, label: t(`queue.${value}`) }))}
        />
        {canOperate && active.length > 1 && (
          <Button size="small" danger onClick={() => cancel.all(active)}>
            {t('queue.cancelAll')}
          </Button>
        )}
      </div>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void query.refetch()} />
      ) : !data ? (
        <LoadingState rows={6} />
      ) : data.rows.length === 0 ? (
        <EmptyState title={t('queue.emptyTitle')} text={t('queue.emptyText')} />
      ) : (
        data.rows.map(operation => (
          <OperationRow
            key={operation.id}
            operation={operation}
            group={data.groups.find(each => each.id === operation.groupId)}
            isOpen={shownId === operation.id}
            onToggle={() => setShownId(shownId === operation.id ? null : operation.id)}
            onCancel={canOperate ? () => cancel.one(operation) : undefined}
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
    </>
  )
}

function useCancel() {
  const t = useT()
  const client = useHostClient()
  const cache = useQueryClient()
  const confirm = useConfirm()
  const { mutateAsync } = useMutation({
    mutationFn: (ids: readonly string[]) => client.cancel(ids),
    onSuccess: () => cache.invalidateQueries({ queryKey: hostsKey }),
  })
  return {
    one: ({ id }: HostOperation) => void mutateAsync([id]).catch(() => undefined),
    all: (operations: readonly HostOperation[]) =>
      confirm({
        title: t('queue.cancelAllTitle', { count: operations.length }),
        text: t('queue.cancelAllText'),
        verb: t('queue.cancelAll'),
        onConfirm: () => mutateAsync(operations.map(operation => operation.id)),
      }),
  }
}
