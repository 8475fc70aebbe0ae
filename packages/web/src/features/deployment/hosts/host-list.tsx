/** The list of hosts and their tools, with operations on one or many hosts, the operation queue, and a details drawer. */
import { DownOutlined, OrderedListOutlined } from '@ant-design/icons'
import type { Host } from '@pone/contract/entities/host.ts'
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
import { type ListState, useList } from '../../../ui/data-table/use-list.ts'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { type HostState, hostStates, useCanOperate, useHostClient } from '../host-client.ts'
import { OperateDialog, type OperationAsked } from '../operations/operate-dialog.tsx'
import { kindsOf, toolOrder } from '../operations/operation-kinds.ts'
import { type HostSort, useHostColumns } from './host-columns.tsx'
import { type Opened, OpenedDrawer } from './opened-drawer.tsx'
import '../deployment.css'

const listOptions = { sort: 'createdAt' as HostSort, filters: { state: 'all' } }

export interface HostListProps {
  readonly title: string
  readonly empty: { readonly title: string; readonly text: string; readonly startWith?: string }
  readonly headerActions?: ReactNode
  /** Actions in addition to those of every host. */
  readonly rowActions: (host: Host) => readonly RowAction[]
  /** For several selected hosts; `done` clears the selection. */
  readonly bulkActions?: (hosts: readonly Host[], done: () => void) => ReactNode
  /** Offered when host keys of selected hosts are unconfirmed. */
  readonly onConfirmKeys?: (hosts: readonly Host[]) => void
  readonly drawerActions?: (host: Host) => ReactNode
  readonly showsProjects: boolean
}

export function HostList(props: HostListProps) {
  const canOperate = useCanOperate()
  const list = useList(listOptions)
  const [asked, setAsked] = useState<OperationAsked | null>(null)
  const [opened, setOpened] = useState<Opened>({ kind: 'nothing' })
  const { query, rows, chosen, chooseAll } = useHosts(list)
  const columns = useHostColumns({
    canOperate,
    onOperate: setAsked,
    onShowLog: useCallback((id: string) => setOpened({ kind: 'operation', id }), []),
    rowActions: useHostActions(canOperate, setOpened, props.rowActions),
    showsProjects: props.showsProjects,
  })
  const { onConfirmKeys } = props
  return (
    <>
      <PageHeader
        title={props.title}
        actions={
          <>
            <QueueButton onOpen={() => setOpened({ kind: 'queue' })} />
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
          onRowClick={host => setOpened({ kind: 'host', id: host.id, tab: 'overview' })}
          empty={props.empty}
          filters={<HostFilters list={list} />}
          {...(canOperate && {
            selection: {
              ids: chosen.ids,
              onChange: chosen.change,
              most: maxHostsPerOperation,
              chooseAll,
              actions: (
                <>
                  <BulkButtons hosts={chosen.rows} onOperate={setAsked} />
                  {props.bulkActions?.(chosen.rows, chosen.clear)}
                </>
              ),
            },
          })}
        />
      </PageBody>
      {asked && (
        <OperateDialog
          asked={asked}
          onConfirmKeys={
            onConfirmKeys &&
            (ids => {
              setAsked(null)
              onConfirmKeys(byIds(ids, [...chosen.rows, ...rows]))
            })
          }
          onClose={() => setAsked(null)}
          onQueued={() => {
            setAsked(null)
            chosen.clear()
            if (asked.hosts.length > 1) setOpened({ kind: 'queue' })
          }}
        />
      )}
      <OpenedDrawer
        opened={opened}
        hosts={rows}
        hostActions={props.drawerActions}
        onOperate={setAsked}
        onOpen={setOpened}
      />
    </>
  )
}

function byIds(ids: readonly string[], hosts: readonly Host[]): Host[] {
  const known = new Map(hosts.map(host => [host.id, host]))
  return ids.flatMap(id => known.get(id) ?? [])
}

/** The actions of every host, before those of the page. */
function useHostActions(
  canOperate: boolean,
  open: (opened: Opened) => void,
  own: (host: Host) => readonly RowAction[],
): (host: Host) => readonly RowAction[] {
  const t = useT()
  return useCallback(
    ({ id, ...host }) => {
      const tabs = canOperate ? (['logs', 'configFiles'] as const) : (['logs'] as const)
      return [
        ...tabs.map(tab => ({
          key: tab,
          label: t(`host.${tab}`),
          onClick: () => open({ kind: 'host', id, tab }),
        })),
        ...own({ id, ...host }),
      ]
    },
    [t, canOperate, open, own],
  )
}

/** The hosts of the current page, and the selected hosts of all pages. */
function useHosts({ page, pageSize, search, sort, descending, filters }: HostsList) {
  const client = useHostClient()
  const cache = useQueryClient()
  const asking = { search, sort, descending, state: filters.state as HostState }
  const query = useQuery(client.list({ page, pageSize, ...asking }))
  const rows = query.data?.rows ?? []
  const chosen = useChosenRows(rows)
  return {
    query,
    rows,
    chosen,
    /** Selects the hosts of all pages, up to the maximum of one operation. */
    chooseAll: async () =>
      chosen.add(
        await readAllRows(
          (at, size) => cache.fetchQuery(client.list({ page: at, pageSize: size, ...asking })),
          maxHostsPerOperation,
        ),
      ),
  }
}

type HostsList = ListState<{ state: string }, HostSort>

function HostFilters({ list }: { readonly list: HostsList }) {
  const t = useT()
  return (
    <>
      <SearchField
        value={list.search}
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
  )
}

/** A menu of operations per tool, for the selected hosts. */
function BulkButtons(props: {
  readonly hosts: readonly Host[]
  readonly onOperate: (asked: OperationAsked) => void
}) {
  const { hosts, onOperate } = props
  const t = useT()
  return toolOrder.map(tool => (
    <Dropdown
      key={tool}
      trigger={['click']}
      menu={{
        items: kindsOf(tool).map(kind => ({
          key: kind,
          label: t(`operation.${kind}`),
          danger: kind === 'uninstall',
          onClick: () => onOperate({ hosts, tool, kind }),
        })),
      }}
    >
      <Button size="small" aria-label={`${t('operation.bulk')}: ${tool}`}>
        {tool} <DownOutlined />
      </Button>
    </Dropdown>
  ))
}

function QueueButton({ onOpen }: { readonly onOpen: () => void }) {
  const t = useT()
  const client = useHostClient()
  const { data } = useQuery(client.groups({ page: 1, pageSize: 10, state: 'active' }))
  const { executing, waiting } = data ?? { executing: 0, waiting: 0 }
  return (
    <Badge count={executing + waiting} size="small">
      <Button icon={<OrderedListOutlined />} onClick={onOpen} title={t('queue.open', { executing, waiting })}>
        {t('queue.title')}
      </Button>
    </Badge>
  )
}
