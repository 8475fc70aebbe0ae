import { expect, test } from 'vitest'
import { harText, readHar, type TestEntry } from '../har/test-har.ts'
import { toSteps } from '../steps/to-steps.ts'
import { correlate } from './correlate.ts'

const startMs = Date.UTC(2026, 0, 1)
type Said = readonly [type: 'send' | 'receive', afterMs: number, data: string]

const connection = (said: readonly Said[]): TestEntry => ({
  url: 'wss://a.example/live',
  status: 101,
  more: {
    _resourceType: 'websocket',
    _webSocketMessages: said.map(([type, afterMs, data]) => ({
      type,
      time: (startMs + afterMs) / 1_000,
      opcode: 1,
      data,
    })),
  },
})

/** Steps with the values that are sure, and the values themselves. */
function made(entries: readonly TestEntry[]) {
  const recording = readHar(harText(entries))
  const { values } = correlate(recording)
  let ids = 0
  const { steps } = toSteps(recording, {
    chosen: new Set(recording.exchanges.map(({ index }) => index)),
    hasTransactions: false,
    hasThinkTimes: false,
    baseUrl: '',
    takenNames: [],
    accepted: values.filter(({ confidence }) => confidence === 'sure'),
    newId: () => String((ids += 1)),
  })
  return { steps, values: values.map(({ value }) => value) }
}

const session = '7f3c0a9be1d24c5f'
const ticket = 'e1a9b7c3d5f24680'

test('values of messages that steps wait for are taken there, and sent in later messages and requests', () => {
  const { steps } = made([
    connection([
      ['receive', 10, `{"type":"welcome","session":"${session}"}`],
      ['send', 20, `{"join":{"session":"${session}"}}`],
      ['receive', 30, `{"ticket":"${ticket}"}`],
      ['send', 60, `pay ${ticket}`],
    ]),
    { url: `https://a.example/orders/${ticket}`, atMs: 40 },
  ])
  expect(steps).toMatchObject([
    { webSocket: { kind: 'connect' }, extractors: [] },
    {
      webSocket: { kind: 'await' },
      extractors: [{ source: 'jsonPath', expression: '$.session', variable: 'session' }],
    },
    {
      webSocket: { kind: 'send', data: '{"join":{"session":"${session}"}}', reply: 'next' },
      extractors: [{ source: 'jsonPath', expression: '$.ticket', variable: 'orders' }],
    },
    { http: { url: 'https://a.example/orders/${orders}' } },
    { webSocket: { kind: 'send', data: 'pay ${orders}', reply: 'none' } },
  ])
})

test('messages send what a response gave', () => {
  const { steps } = made([
    { url: 'https://a.example/session', text: `{"session":"${session}"}` },
    { ...connection([['send', 200, `{"session":"${session}"}`]]), atMs: 100 },
  ])
  expect(steps).toMatchObject([
    { extractors: [{ source: 'jsonPath', expression: '$.session', variable: 'session' }] },
    { webSocket: { kind: 'connect' } },
    { webSocket: { kind: 'send', data: '{"session":"${session}"}' } },
  ])
})

test('plain texts are taken by what stands before the value', () => {
  const { steps } = made([
    connection([
      ['send', 10, 'LOGIN alice'],
      ['receive', 20, `OK key=${session};ttl=60`],
      ['send', 30, `GET ${session}`],
    ]),
  ])
  expect(steps[1]).toMatchObject({
    extractors: [{ source: 'boundary', expression: 'K key=', rightBoundary: ';', variable: 'key' }],
  })
  expect(steps[2]).toMatchObject({ webSocket: { data: 'GET ${key}' } })
})

test.each<[string, readonly Said[]]>([
  [
    'was sent before it was received',
    [
      ['send', 10, `{"id":"${session}"}`],
      ['receive', 20, `{"id":"${session}"}`],
      ['send', 30, `{"id":"${session}"}`],
    ],
  ],
  [
    'no step waits for',
    [
      ['send', 10, 'hello'],
      ['receive', 20, 'welcome'],
      ['receive', 25, `{"id":"${session}"}`],
      ['send', 30, `{"id":"${session}"}`],
    ],
  ],
])('a value of a message that %s is left alone', (_name, said) => {
  expect(made([connection(said)]).values).toEqual([])
})
