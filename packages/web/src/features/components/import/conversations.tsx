/** The conversations of a packet capture, filtered, with their requests; choosing one chooses its requests. */
import { formatBytes, formatDuration } from '@pone/metrics/figures.ts'
import {
  type Conversation,
  type ConversationProtocol,
  protocolNames,
  stateTexts,
} from '@pone/recording/model/conversation.ts'
import { Input, Select, Table } from 'antd'
import { useMemo, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useRowPages } from '../../../ui/data-table/use-row-pages.ts'
import { formatInstant } from '../../../ui/format.ts'
import {
  allConversations,
  type ConversationFilter,
  chosenConversations,
  conversationsWith,
  endpointText,
  withConversations,
} from './conversation-model.ts'
import type { PreviewRow } from './recording-model.ts'
import type { Choice } from './use-choice.ts'

const protocols = Object.keys(protocolNames) as ConversationProtocol[]
/** Requests shown below a conversation. */
const maxPreviewed = 50

interface ConversationsProps {
  readonly conversations: readonly Conversation[]
  readonly choice: Choice
}

export function Conversations({ conversations, choice: { rows, options, change } }: ConversationsProps) {
  const t = useT()
  const [filter, setFilter] = useState(allConversations)
  const shown = useMemo(() => conversationsWith(conversations, filter), [conversations, filter])
  const chosen = useMemo(
    () => chosenConversations(conversations, options.chosen),
    [conversations, options.chosen],
  )
  const pages = useRowPages(shown.length)
  const columns = useColumns()
  return (
    <>
      <FilterBar filter={filter} onChange={setFilter} />
      <div className="cd-recording-table">
        <Table
          size="small"
          rowKey="index"
          dataSource={shown}
          pagination={pages}
          columns={columns}
          expandable={{
            columnTitle: <span className="visually-hidden">{t('component.recording.requestCount')}</span>,
            rowExpandable: ({ exchanges }) => exchanges.length > 0,
            expandedRowRender: conversation => <Requests of={conversation} rows={rows} />,
          }}
          rowSelection={{
            // The box in the head selects one page.
            ...(pages !== false && { selections: [Table.SELECTION_ALL, Table.SELECTION_NONE] }),
            preserveSelectedRowKeys: true,
            getCheckboxProps: ({ exchanges }) => ({ disabled: exchanges.length === 0 }),
            selectedRowKeys: chosen,
            onChange: keys =>
              change({
                chosen: withConversations(conversations, new Set(keys.map(Number)), {
                  rows,
                  chosen: options.chosen,
                }),
              }),
          }}
        />
      </div>
    </>
  )
}

function FilterBar({
  filter,
  onChange,
}: {
  readonly filter: ConversationFilter
  readonly onChange: (filter: ConversationFilter) => void
}) {
  const t = useT()
  return (
    <div className="cd-recording-bar">
      <Input
        allowClear
        value={filter.address}
        className="cd-recording-search"
        aria-label={t('component.recording.findAddress')}
        placeholder={t('component.recording.findAddress')}
        onChange={event => onChange({ ...filter, address: event.target.value })}
      />
      <Input
        allowClear
        value={filter.port}
        className="cd-recording-port"
        inputMode="numeric"
        aria-label={t('component.recording.findPort')}
        placeholder={t('component.recording.findPort')}
        onChange={event => onChange({ ...filter, port: event.target.value })}
      />
      <Select
        value={filter.protocol}
        className="cd-recording-port"
        aria-label={t('component.recording.protocol')}
        options={[
          { value: '' as const, label: t('component.recording.allProtocols') },
          ...protocols.map(value => ({ value, label: protocolNames[value] })),
        ]}
        onChange={protocol => onChange({ ...filter, protocol })}
      />
    </div>
  )
}

function Requests({ of, rows }: { readonly of: Conversation; readonly rows: readonly PreviewRow[] }) {
  const t = useT()
  const more = of.exchanges.length - maxPreviewed
  return (
    <ul className="cd-plain-list">
      {of.exchanges.slice(0, maxPreviewed).map(at => (
        <li key={at}>
          <code>{`${rows[at]?.method} ${rows[at]?.path}`}</code> {rows[at]?.status}
          <Messages of={rows[at]} />
        </li>
      ))}
      {more > 0 && <li>{t('component.recording.moreRequests', { count: more })}</li>}
    </ul>
  )
}

function Messages({ of }: { readonly of: PreviewRow | undefined }) {
  const t = useT()
  if (of === undefined || of.messages === null) return null
  return <span className="cd-help"> {t('component.recording.messages', of.messages)}</span>
}

function useColumns() {
  const t = useT()
  const language = useSession('language')
  return [
    {
      title: t('component.recording.client'),
      key: 'client',
      render: (_: unknown, { client }: Conversation) => endpointText(client),
    },
    {
      title: t('component.recording.server'),
      key: 'server',
      render: (_: unknown, { server }: Conversation) => endpointText(server),
    },
    {
      title: t('component.recording.protocol'),
      dataIndex: 'protocol',
      width: 124,
      render: (protocol: ConversationProtocol, { isDecrypted }: Conversation) =>
        isDecrypted && protocol !== 'tls' ? `${protocolNames[protocol]} · TLS` : protocolNames[protocol],
    },
    {
      title: t('component.recording.state'),
      dataIndex: 'state',
      width: 100,
      render: (state: Conversation['state'], { isFromStart }: Conversation) =>
        isFromStart
          ? stateTexts[state][language]
          : t('component.recording.begunBefore', { state: stateTexts[state][language] }),
    },
    {
      title: t('component.recording.begin'),
      dataIndex: 'startedAtMs',
      className: 'cd-recording-whole',
      width: 156,
      render: (startedAtMs: number) => formatInstant(startedAtMs),
    },
    {
      title: t('component.recording.duration'),
      key: 'duration',
      width: 84,
      render: (_: unknown, { startedAtMs, endedAtMs }: Conversation) =>
        formatDuration(endedAtMs - startedAtMs),
    },
    {
      title: t('component.recording.bytes'),
      key: 'bytes',
      className: 'cd-recording-whole',
      width: 146,
      render: (_: unknown, { sentBytes, receivedBytes }: Conversation) =>
        `${formatBytes(sentBytes)} / ${formatBytes(receivedBytes)}`,
    },
    {
      title: t('component.recording.requestCount'),
      key: 'requests',
      width: 76,
      render: (_: unknown, { exchanges }: Conversation) => exchanges.length,
    },
  ]
}
