/** The list of hosts and their tools, with operations on one or many, the queue, and what belongs to a host. */
import { DownOutlined, OrderedListOutlined } from '@ant-design/icons'
import type { Host, Tool } from '@pone/contract/entities/host.ts'
import { maxHostsPerOperation } from '@pone/schema/limits.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Badge, Button, Dropdown } from 'antd'
import { type ReactNode, useCallback, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { ListFilter } from '../../../ui/data-table/list-filter.tsx'
import type { RowAction } from '../../../ui/data-table/row-actions.tsx'
import { SearchField } from '../../../ui/data-table/search-field.tsx'
import { readAllRows, useChosenRows } from '../../../ui/data-table/use-chosen-rows.ts'
import { useList } from '../../../ui/data-table/use-list.ts'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { type HostState, hostStates, useCanOperate, useHostClient } from '../host-client.ts'
import { OperateDialog, type OperationAsked } from '../operations/operate-dialog.tsx'
import { kindsOf, toolOrder } from '../operations/operation-kinds.ts'
import { QueueDrawer } from '../operations/queue-drawer.tsx'
import { type HostSort, useHostColumns } from './host-columns.tsx'
import { HostDrawer, type HostTab } from './host-drawer.tsx'
import '../deployment.css'

const listOptions = { sort: 'createdAt' as HostSort, filters: { state: 'all' } }

export interface HostListProps {
  readonly title: string
  readonly empty: { readonly title: string; readonly text: string; readonly action?: ReactNode }
  readonly headerActions?: ReactNode
  /** Besides those of every host; `show` opens a tab of the margin. */
  readonly rowActions: (host: Host) => readonly RowAction[]
  /** For several chosen hosts; `done` clears the choice. */
  readonly bulkActions?: (hosts: readonly Host[], done: () => void) => ReactNode
  /** Offered where the keys of chosen hosts are yet to be confirmed. */
  readonly onConfirmKeys?: (hosts: readonly Host[]) => void
  readonly drawerActions?: (host: Host) => ReactNode
  readonly showsProjects: boolean
}

export function HostList(props: HostListProps) {
  const t = useT()
  const client = useHostClient()
  const cache = useQueryClient()
  const canOperate = useCanOperate()
  const list = useList(listOptions)
  const [asked, setAsked] = useState<OperationAsked | null>(null)
  const [shown, setShown] = useState<{ id: string; tab: HostTab } | null>(null)
  /** '' shows the queue, an id the one operation. */
  const [queue, setQueue] = useState<string | null>(null)
  const { page, pageSize, search, sort, descending, filters } = list
  const asking = {
    search,
    sort,
    descending,
    state: filters.state as HostState,
  }
  const query = useQuery(client.list({ page, pageSize, ...asking }))
  const rows = query.data?.rows ?? []
  const chosen = useChosenRows(rows)
  const shownHost = rows.find(host => host.id === shown?.id)
  const { rowActions: own } = props
  const rowActions = useCallback(
    (host: Host): readonly RowAction[] => [
      { key: 'logs', label: t('host.logs'), onClick: () => setShown({ id: host.id, tab: 'logs' }) },
      ...(canOperate
        ? [
            {
              key: 'configFiles',
              label: t('host.configFiles'),
              onClick: () => setShown({ id: host.id, tab: 'configFiles' }),
            },
          ]
        : []),
      ...own(host),
    ],
    [t, canOperate, own],
  )
  const columns = useHostColumns({
    canOperate,
    onOperate: setAsked,
    onShowLog: setQueue,
    rowActions,
    showsProjects: props.showsProjects,
  })
  return (
    <>
      <PageHeader
        title={props.title}
        actions={
          <>
            <QueueButton onOpen={() => setQueue('')} />
            {props.headerActions}
          </>
        }
      />
      <PageBody>
        <DataTable
          storageKey="hosts"
          label={props.title}
          columns={columns}
          query={{ ...query, isFetching: query.isPlaceholderData }}
          list={list}
          rowId={host => host.id}
          onRowClick={host => setShown({ id: host.id, tab: 'overview' })}
          empty={props.empty}
          filters={
            <>
              <SearchField
                value={search}
                placeholder={t('host.search')}
                onSearch={text => list.setFilters({ search: text })}
              />
              <ListFilter
                list={list}
                name="state"
                label={t('host.state')}
                width={160}
                options={hostStates.map(value => ({ value, label: t(`host.state.${value}`) }))}
              />
            </>
          }
          {...(canOperate
            ? {
                selection: {
                  ids: chosen.ids,
                  onChange: chosen.change,
                  most: maxHostsPerOperation,
                  chooseAll: async () =>
                    chosen.add(
                      await readAllRows(
                        (each, size) =>
                          cache.fetchQuery(client.list({ page: each, pageSize: size, ...asking })),
                        maxHostsPerOperation,
                      ),
                    ),
                  actions: (
                    <>
                      {toolOrder.map(tool => (
                        <BulkButton
                          key={tool}
                          tool={tool}
                          onOperate={kind => setAsked({ hosts: chosen.rows, tool, kind })}
                        />
                      ))}
                      {props.bulkActions?.(chosen.rows, chosen.clear)}
                    </>
                  ),
                },
              }
            : {})}
        />
      </PageBody>
      {asked && (
        <OperateDialog
          asked={asked}
          onConfirmKeys={
            props.onConfirmKeys &&
            (ids => {
              setAsked(null)
              const known = new Map([...chosen.rows, ...rows].map(host => [host.id, host]))
              props.onConfirmKeys?.(ids.flatMap(id => known.get(id) ?? []))
            })
          }
          onClose={() => setAsked(null)}
          onQueued={() => {
            setAsked(null)
            chosen.clear()
            if (asked.hosts.length > 1) setQueue('')
          }}
        />
      )}
      {shown && shownHost && (
        <HostDrawer
          key={`${shown.id} ${shown.tab}`}
          host={shownHost}
          tab={shown.tab}
          actions={props.drawerActions?.(shownHost)}
          onClose={() => setShown(null)}
        />
      )}
      {queue !== null && (
        <QueueDrawer
          key={queue}
          operationId={queue === '' ? null : queue}
          onOperate={setAsked}
          onShowQueue={() => setQueue('')}
          onClose={() => setQueue(null)}
        />
      )}
    </>
  )
}

function BulkButton({
  tool,
  onOperate,
}: {
  readonly tool: Tool
  readonly onOperate: (kind: OperationAsked['kind']) => void
}) {
  const t = useT()
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: kindsOf(tool).map(kind => ({
          key: kind,
          label: t(`operation.${kind}`),
          danger: kind === 'uninstall',
          onClick: () => onOperate(kind),
        })),
      }}
    >
      <Button size="small" aria-label={`${t('operation.bulk')} ${tool}`}>
        {tool} <DownOutlined />
      </Button>
    </Dropdown>
  )
}

function QueueButton({ onOpen }: { readonly onOpen: () => void }) {
  const t = useT()
  const client = useHostClient()
  const { data } = useQuery(client.groups({ page: 1, pageSize: 10, state: 'active' }))
  const [executing, waiting] = [data?.executing ?? 0, data?.waiting ?? 0]
  return (
    <Badge count={executing + waiting} size="small">
      <Button icon={<OrderedListOutlined />} onClick={onOpen} title={t('queue.open', { executing, waiting })}>
        {t('queue.title')}
      </Button>
    </Badge>
  )
}
