import { expect, test } from 'vitest'
import { toSteps } from '../steps/to-steps.ts'
import { harText, readHar, type TestEntry } from './test-har.ts'

const startMs = Date.UTC(2026, 0, 1)
const message = (type: string, afterMs: number, data: unknown, opcode = 1) => ({
  type,
  time: (startMs + afterMs) / 1_000,
  opcode,
  data,
})

const connection = (messages: unknown, more: Partial<TestEntry> = {}): TestEntry => ({
  url: 'wss://a.example/live?room=1',
  status: 101,
  tookMs: 60_000,
  responseHeaders: { 'Sec-WebSocket-Protocol': 'chat' },
  headers: { 'Sec-WebSocket-Key': 'x', Origin: 'https://a.example' },
  ...more,
  more: { _resourceType: 'websocket', _webSocketMessages: messages },
})

function stepsOf(entries: readonly TestEntry[]) {
  const recording = readHar(harText(entries))
  let ids = 0
  const { steps, files } = toSteps(recording, {
    chosen: new Set(recording.exchanges.map(({ index }) => index)),
    hasTransactions: true,
    hasThinkTimes: true,
    baseUrl: '',
    takenNames: [],
    accepted: [],
    newId: () => String((ids += 1)),
  })
  return { steps, files, left: recording.left.map(({ place, code }) => `${place} ${code}`) }
}

test('messages of a connection become its steps, among the requests by their times', () => {
  const { steps, left } = stepsOf([
    connection([
      message('receive', 50, 'welcome'),
      message('send', 2_000, '{"watch":1}'),
      message('receive', 2_100, '{"price":5}'),
      message('send', 6_000, 'AAEC', 2),
    ]),
    { url: 'https://a.example/cart', atMs: 4_000 },
  ])
  expect(left).toEqual([])
  expect(steps).toMatchObject([
    {
      webSocket: {
        kind: 'connect',
        url: 'wss://a.example/live?room=1',
        subprotocols: 'chat',
        headers: [{ name: 'Origin', value: 'https://a.example' }],
      },
    },
    { webSocket: { kind: 'await' } },
    { kind: 'thinkTime', durationMs: 1_950 },
    { webSocket: { kind: 'send', content: 'text', data: '{"watch":1}', reply: 'next' } },
    { kind: 'thinkTime', durationMs: 1_900 },
    { protocol: 'http', http: { url: 'https://a.example/cart' } },
    { kind: 'thinkTime', durationMs: 1_990 },
    { webSocket: { kind: 'send', content: 'base64', data: 'AAEC', reply: 'none' } },
  ])
})

test('a connection without messages is opened', () => {
  expect(stepsOf([connection([])]).steps).toMatchObject([{ webSocket: { kind: 'connect' } }])
})

test('messages that cannot be read are counted, and the others kept', () => {
  const { steps, left } = stepsOf([
    connection([
      null,
      message('send', 1, 5),
      message('error', 2, 'gone'),
      message('send', 3, 'not base64', 2),
      message('send', 4, 'x'.repeat(5_700_000)),
      message('send', 5, 'kept'),
    ]),
  ])
  expect(steps).toHaveLength(2)
  expect(left).toEqual(['log.entries[0] GET wss://a.example/live unreadMessages'])
})

test('more messages than a connection may have are counted', () => {
  const { left } = stepsOf([
    connection(Array.from({ length: 10_001 }, (_, at) => message('receive', at, ''))),
  ])
  expect(left).toEqual(['log.entries[0] GET wss://a.example/live unreadMessages'])
})

test('a message that is too long for a field is sent from a file', () => {
  const { files } = stepsOf([connection([message('send', 1, 'x'.repeat(1_100_000))])])
  expect(files.map(({ bytes }) => bytes.length)).toEqual([1_100_000])
})
