/** The drawer beside the list of hosts: details of a host, the operation queue, or the log of one operation. */
import type { Host } from '@pone/contract/entities/host.ts'
import type { ReactNode } from 'react'
import type { OperationAsked } from '../operations/operate-dialog.tsx'
import { QueueDrawer } from '../operations/queue-drawer.tsx'
import { HostDrawer, type HostTab } from './host-drawer.tsx'

export type Opened =
  | { readonly kind: 'nothing' | 'queue' }
  | { readonly kind: 'operation'; readonly id: string }
  | { readonly kind: 'host'; readonly id: string; readonly tab: HostTab }

interface OpenedDrawerProps {
  readonly opened: Opened
  readonly hosts: readonly Host[]
  readonly hostActions: ((host: Host) => ReactNode) | undefined
  readonly onOperate: (asked: OperationAsked) => void
  readonly onOpen: (opened: Opened) => void
}

export function OpenedDrawer({ opened, hosts, hostActions, onOperate, onOpen }: OpenedDrawerProps) {
  const close = () => onOpen({ kind: 'nothing' })
  if (opened.kind === 'nothing') return null
  if (opened.kind === 'host') {
    const host = hosts.find(each => each.id === opened.id)
    return (
      host && (
        <HostDrawer
          key={`${opened.id} ${opened.tab}`}
          host={host}
          tab={opened.tab}
          actions={hostActions?.(host)}
          onClose={close}
        />
      )
    )
  }
  const operationId = opened.kind === 'operation' ? opened.id : null
  return (
    <QueueDrawer
      key={operationId}
      operationId={operationId}
      onOperate={onOperate}
      onShowQueue={() => onOpen({ kind: 'queue' })}
      onClose={close}
    />
  )
}
