import { expect, it } from 'vitest'
import { toSteps } from '../../steps/to-steps.ts'
import { packed } from '../bytes/packed.ts'
import { pcapOf, type TestConnection } from '../test-capture.ts'
import { readPcap } from '../test-reading.ts'
import { deflated, openSocket, socketFrame } from './test-sockets.ts'

const sent = { isMasked: true } as const
const read = async (connection: TestConnection) => {
  const { exchanges, conversations, left } = await readPcap(pcapOf(connection.packets))
  const socket = exchanges[0]?.socket
  return {
    messages: socket?.messages.map(({ isSent, content, data }) => [
      isSent ? 'sent' : 'received',
      content,
      data,
    ]),
    closed: socket?.closed?.code,
    codes: left.map(({ code }) => code),
    protocol: conversations?.[0]?.protocol,
  }
}

it('messages of both ends are read, also in several frames, around control frames and in small segments', async () => {
  const long = 'x'.repeat(70_000)
  const connection = openSocket()
    .send('client', socketFrame('{"join":1}', sent), 3)
    .send('server', socketFrame('wel', { isFinal: false }), 1)
    .send('server', socketFrame('', { opcode: 9 }))
    .send('client', socketFrame('', { opcode: 10, isMasked: true }))
    .send('server', socketFrame('come', { opcode: 0 }))
    .send('client', socketFrame(Uint8Array.of(0, 255), { opcode: 2, isMasked: true }))
    .send('server', socketFrame(long))
    .send('client', socketFrame(packed([16, 1_001]), { opcode: 8, isMasked: true }))
    .close()
  expect(await read(connection)).toEqual({
    messages: [
      ['sent', 'text', '{"join":1}'],
      ['received', 'text', 'welcome'],
      ['sent', 'base64', 'AP8='],
      ['received', 'text', long],
    ],
    closed: 1_001,
    codes: [],
    protocol: 'webSocket',
  })
})

const texts = ['{"price":1,"name":"green tea"}', '{"price":2,"name":"green tea"}', '茶'.repeat(50_000), '']

it.each(['permessage-deflate', 'permessage-deflate; client_no_context_takeover; server_no_context_takeover'])(
  'compressed messages are read: %s',
  async extension => {
    const isShared = !extension.includes('no_context')
    const messages = isShared
      ? await deflated(texts)
      : await Promise.all(texts.map(async text => (await deflated([text]))[0] ?? new Uint8Array(0)))
    const connection = openSocket(extension)
    for (const message of messages)
      connection
        .send('client', socketFrame(message, { ...sent, isCompressed: true }))
        .send('server', socketFrame(message, { isCompressed: true }))
    connection.send('server', socketFrame('plain'))
    const { messages: found, codes } = await read(connection)
    expect(found?.filter(([side]) => side === 'sent').map(([, , data]) => data)).toEqual(texts)
    expect(found?.filter(([side]) => side === 'received').map(([, , data]) => data)).toEqual([
      ...texts,
      'plain',
    ])
    expect(codes).toEqual([])
  },
)
it('messages that refer to one that is missing are told, and those that refer to none are read', async () => {
  const messages = await deflated(['a'.repeat(20) + 'b'.repeat(20), 'second', 'third'])
  const connection = openSocket('permessage-deflate')
  for (const message of messages) connection.send('server', socketFrame(message, { isCompressed: true }))
  connection.send('server', socketFrame('plain'))
  // Its last byte is missing.
  const cut = connection.packets[4]
  if (cut !== undefined)
    connection.packets[4] = { ...cut, bytes: cut.bytes.slice(0, -1), wireBytes: cut.bytes.length }
  expect(await read(connection)).toMatchObject({
    messages: [['received', 'text', 'plain']],
    codes: ['unreadMessages', 'lostBytes'],
  })
})
it.each([
  ['a length beyond all numbers', packed([8, 129], [8, 127], [32, 2 ** 32 - 1], [32, 2 ** 32 - 1])],
  ['a reserved opcode', socketFrame('x', { opcode: 5 })],
  ['a long control frame', socketFrame('x'.repeat(200), { opcode: 9 })],
])('nothing of a direction is read behind %s', async (_, bytes) => {
  const connection = openSocket().send('server', bytes).send('server', socketFrame('after'))
  expect((await read(connection.send('client', socketFrame('hello', sent)))).messages).toEqual([
    ['sent', 'text', 'hello'],
  ])
})
it('messages that are too long, unpack into too much or are no DEFLATE are told', async () => {
  const [bomb = new Uint8Array(0)] = await deflated(['x'.repeat(6_000_000)])
  const connection = openSocket('permessage-deflate')
    .send('server', socketFrame('x'.repeat(4_300_000)), 60_000)
    .send('server', socketFrame(bomb, { isCompressed: true }))
    .send('client', socketFrame(Uint8Array.of(7, 7, 7), { ...sent, isCompressed: true }))
    .send('client', socketFrame('hello', sent))
  const { left, exchanges } = await readPcap(pcapOf(connection.packets))
  expect(exchanges[0]?.socket?.messages.map(({ data }) => data)).toEqual(['hello'])
  expect(left[0]?.text.en).toContain('limit of length or number: 3')
})

it('messages that are too long for a field are sent from files, and those of the server waited for', async () => {
  const content = Uint8Array.from({ length: 800_000 }, (_, at) => at % 251)
  const connection = openSocket()
    .send('client', socketFrame('x'.repeat(1_100_000), sent), 60_000)
    .send('server', socketFrame('y'.repeat(1_100_000)), 60_000)
    .send('client', socketFrame(content, { ...sent, opcode: 2 }), 60_000)
  const recording = await readPcap(pcapOf(connection.packets))
  let ids = 0
  const made = toSteps(recording, {
    chosen: new Set([0]),
    hasTransactions: true,
    hasThinkTimes: true,
    baseUrl: '',
    takenNames: [],
    accepted: [],
    recordingName: 'two words.pcap',
    newId: () => `${(ids += 1)}`,
  })
  const operations = made.steps.map(step =>
    step.kind === 'request' && step.protocol === 'webSocket' ? step.webSocket : step,
  )
  expect(operations).toMatchObject([
    { kind: 'connect' },
    { kind: 'send', content: 'file', fileId: made.files[0]?.id, reply: 'next' },
    { kind: 'send', content: 'file', fileId: made.files[1]?.id, reply: 'none' },
  ])
  expect(made.files.map(({ name, bytes }) => [name, bytes.length])).toEqual([
    ['two-words-message-1.bin', 1_100_000],
    ['two-words-message-2.bin', 800_000],
  ])
  expect(made.files[1]?.bytes).toEqual(content)
  expect(made.left.map(({ code }) => code)).toEqual(['messageFile', 'messageFile'])
})

it('a connection becomes steps that connect, send, wait for what the server sends, and close', async () => {
  const connection = openSocket()
    .send('server', socketFrame('{"hello":1}'))
    .send('client', socketFrame('{"join":"room","password":"Horse-7-battery"}', sent))
    .send('server', socketFrame('{"ok":true}'))
    .send('client', socketFrame('bye', sent))
    .send('client', socketFrame(packed([16, 3_001]), { opcode: 8, isMasked: true }))
    .close()
  const recording = await readPcap(pcapOf(connection.packets))
  let ids = 0
  const { steps, variables, left } = toSteps(recording, {
    chosen: new Set([0]),
    hasTransactions: true,
    hasThinkTimes: true,
    baseUrl: 'http://shop.example',
    takenNames: [],
    accepted: [],
    newId: () => `${(ids += 1)}`,
  })
  expect(
    steps.map(step => (step.kind === 'request' && step.protocol === 'webSocket' ? step.webSocket : step)),
  ).toEqual([
    expect.objectContaining({
      kind: 'connect',
      connection: 'default',
      url: 'ws://shop.example/live?room=1',
      subprotocols: 'chat',
      headers: [{ name: 'Origin', value: 'http://shop.example', enabled: true }],
      compression: false,
    }),
    expect.objectContaining({ kind: 'await', from: 'buffer', count: 1 }),
    expect.objectContaining({
      kind: 'send',
      content: 'text',
      data: '{"join":"room","password":"${password}"}',
      reply: 'next',
    }),
    expect.objectContaining({ kind: 'send', data: 'bye', reply: 'none' }),
    expect.objectContaining({ kind: 'close', code: 3_001 }),
  ])
  expect(variables).toEqual([{ name: 'password', value: 'Horse-7-battery', enabled: true, secret: true }])
  expect(left.map(({ code }) => code)).toEqual(['secret'])
})
