import type { Conversation } from '@pone/recording/model/conversation.ts'
import { expect, test } from 'vitest'
import {
  chosenConversations,
  conversationsWith,
  endpointText,
  withConversations,
} from './conversation-model.ts'
import type { PreviewRow } from './recording-model.ts'

const conversation = (index: number, changes: Partial<Conversation>): Conversation => ({
  index,
  name: `tcp.stream ${index}`,
  protocol: 'http',
  client: { address: '10.0.0.1', port: 50_000 + index },
  server: { address: '10.0.0.2', port: 80 },
  state: 'closed',
  isDecrypted: false,
  isFromStart: true,
  startedAtMs: 0,
  endedAtMs: 1,
  packets: 9,
  sentBytes: 1,
  receivedBytes: 2,
  lostBytes: 0,
  exchanges: [],
  ...changes,
})
const conversations = [
  conversation(0, { exchanges: [0, 2] }),
  conversation(1, { exchanges: [1], server: { address: 'fd00::2', port: 8_080 } }),
  conversation(2, { protocol: 'tls', server: { address: '10.0.0.9', port: 443 } }),
]
const row = (index: number, aside: PreviewRow['aside']): PreviewRow => ({
  index,
  method: 'GET',
  host: 'a.example',
  path: '/',
  status: 200,
  contentType: '',
  aside,
  count: 1,
  messages: null,
})
const rows = [row(0, null), row(1, 'static'), row(2, 'static')]

test.each([
  [{ address: '', port: '', protocol: '' } as const, [0, 1, 2]],
  [{ address: ' FD00', port: '', protocol: '' } as const, [1]],
  [{ address: '10.0.0.1', port: '443', protocol: '' } as const, [2]],
  [{ address: '', port: '50001', protocol: '' } as const, [1]],
  [{ address: '', port: '44', protocol: '' } as const, []],
  [{ address: '', port: '', protocol: 'tls' } as const, [2]],
])('conversations are filtered by address, port and protocol of either end: %o', (filter, shown) => {
  expect(conversationsWith(conversations, filter).map(({ index }) => index)).toEqual(shown)
})

test('a conversation is chosen if one of its requests is', () => {
  expect(chosenConversations(conversations, new Set([2]))).toEqual([0])
})

test('choosing a conversation chooses what is imported by default, or else all of it', () => {
  const choose = (wanted: readonly number[], chosen: readonly number[]) => [
    ...withConversations(conversations, new Set(wanted), { rows, chosen: new Set(chosen) }),
  ]
  expect(choose([0], [])).toEqual([0])
  expect(choose([0, 1], [2])).toEqual([2, 1])
  expect(choose([1], [0, 1, 2])).toEqual([1])
})

test('an address of IPv6 stands in brackets before its port', () => {
  expect(conversations.map(({ server }) => endpointText(server))).toEqual([
    '10.0.0.2:80',
    '[fd00::2]:8080',
    '10.0.0.9:443',
  ])
})
