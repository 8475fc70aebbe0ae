/** The operation queue: executing, waiting and finished operations with results; cancel, retry, and live logs. */
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { useCanOperate, useHostClient } from '../host-client.ts'
import { FilteredPages, useFilteredPages } from './filtered-pages.tsx'
import { GroupRow } from './group-row.tsx'
import type { OperationAsked } from './operate-dialog.tsx'
import { askedAgain } from './operation-list.tsx'
import { OperationRow } from './operation-row.tsx'
import { useCancelOperations } from './use-cancel-operations.ts'

const drawerWidth = 720
const filters = ['all', 'active', 'over'] as const
type Filter = (typeof filters)[number]

export interface QueueDrawerProps {
  /** The operation whose log is shown; null: the queue. */
  readonly operationId: string | null
  /** Opens the dialog for retrying an operation. */
  readonly onOperate: (asked: OperationAsked) => void
  readonly onShowQueue: () => void
  readonly onClose: () => void
}

export function QueueDrawer({ operationId, onOperate, onShowQueue, onClose }: QueueDrawerProps) {
  const t = useT()
  return (
    <Drawer
      open
      size={drawerWidth}
      title={t(operationId === null ? 'queue.title' : 'queue.log')}
      extra={operationId !== null && <Button onClick={onShowQueue}>{t('queue.title')}</Button>}
      onClose={onClose}
      styles={{ body: { padding: 0 } }}
    >
      {operationId === null ? (
        <Queue onOperate={onOperate} />
      ) : (
        <OneOperation id={operationId} onOperate={onOperate} />
      )}
    </Drawer>
  )
}

type PartProps = Pick<QueueDrawerProps, 'onOperate'>

function Queue({ onOperate }: PartProps) {
  const t = useT()
  const client = useHostClient()
  const canOperate = useCanOperate()
  const pages = useFilteredPages<Filter>('all')
  const [shownId, setShownId] = useState<string | null>(null)
  const query = useQuery(client.groups(pages.asked))
  const { data } = query
  const cancel = useCancelOperations()
  return (
    <FilteredPages
      pages={pages}
      filters={filters}
      query={query}
      loadingRows={6}
      beside={
        data &&
        data.executing + data.waiting > 0 && (
          <span className="secondary">
            {t('queue.now', { executing: data.executing, waiting: data.waiting })}
          </span>
        )
      }
      empty={<EmptyState title={t('queue.emptyTitle')} text={t('queue.emptyText')} />}
    >
      {group => {
        const { only, id } = group
        if (only === null) return <GroupRow key={id} group={group} onOperate={onOperate} />
        return (
          <OperationRow
            key={id}
            operation={only}
            isOpen={shownId === id}
            onToggle={() => setShownId(shownId === id ? null : id)}
            onCancel={canOperate ? () => cancel.one(only.id) : undefined}
            onRetry={canOperate ? () => onOperate(askedAgain(only)) : undefined}
          />
        )
      }}
    </FilteredPages>
  )
}

function OneOperation({ id, onOperate }: PartProps & { readonly id: string }) {
  const client = useHostClient()
  const canOperate = useCanOperate()
  const cancel = useCancelOperations()
  const { data, error, refetch } = useQuery(client.operation(id))
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />
  const { operation } = data
  return (
    <OperationRow
      operation={operation}
      isOpen
      onCancel={canOperate ? () => cancel.one(id) : undefined}
      onRetry={canOperate ? () => onOperate(askedAgain(operation)) : undefined}
    />
  )
}
