import { describe, expect, it } from 'vitest'
import { asideReasons } from '../../http/aside.ts'
import type { Recording } from '../../model/recording.ts'
import { toSteps } from '../../steps/to-steps.ts'
import { packed } from '../bytes/packed.ts'
import { ip, links, pcapOf, TestConnection, type TestPacket } from '../test-capture.ts'
import { readPcap } from '../test-reading.ts'
import { tlsVisit } from '../tls/test-visit.ts'

const bytes = (...values: number[]) => Uint8Array.from(values)
const stepsOf = (recording: Recording, hasThinkTimes = false) => {
  let ids = 0
  return toSteps(recording, {
    chosen: new Set(recording.exchanges.map(({ index }) => index)),
    hasTransactions: true,
    hasThinkTimes,
    baseUrl: '',
    takenNames: [],
    accepted: [],
    newId: () => `s${(ids += 1)}`,
  })
}
/** What the steps do, without what they all have. */
const operationsOf = (recording: Recording) =>
  stepsOf(recording).steps.map(step => {
    if (step.kind !== 'request') return step.kind
    if (step.protocol === 'udp') return step.udp
    return step.protocol === 'tcp' ? step.tcp : step.protocol
  })
const read = (connection: TestConnection) => readPcap(pcapOf(connection.packets))
const codesOf = ({ left }: Pick<Recording, 'left'>) => left.map(({ place, code }) => `${place} ${code}`)

const shared = { connection: 'default' }

describe('a connection whose protocol is not known', () => {
  it('becomes connect, send, await and close, in their order', async () => {
    const recording = await read(
      new TestConnection()
        .open()
        .send('server', '220 ready\r\n')
        .send('client', 'HELO me\r\n')
        .send('server', '250 ok\r\n')
        .send('client', 'QUIT\r\n')
        .send('server', '221 bye\r\n')
        .close(),
    )
    expect(recording.exchanges).toMatchObject([
      { method: 'TCP', url: 'tcp://10.0.0.2:80', place: 'tcp.stream 0', response: null },
    ])
    expect(recording.conversations).toMatchObject([{ protocol: 'tcp', exchanges: [0] }])
    expect(operationsOf(recording)).toMatchObject([
      {
        kind: 'connect',
        ...shared,
        host: '10.0.0.2',
        port: 80,
        tls: false,
        framing: { kind: 'delimiter', delimiter: String.raw`\r\n`, appliesToSent: true },
      },
      { kind: 'await', count: 1 },
      { kind: 'send', content: 'text', data: 'HELO me', reply: 'next' },
      { kind: 'send', content: 'text', data: 'QUIT', reply: 'next' },
    ])
    expect(codesOf(recording)).toEqual([])
  })
  it('of binary messages with a length becomes messages without it', async () => {
    const recording = await read(
      new TestConnection()
        .open()
        .send('client', bytes(0, 0, 0, 2, 1, 255))
        .send('server', bytes(0, 0, 0, 1, 9, 0, 0, 0, 3, 8, 8, 8))
        .send('client', bytes(0, 0, 0, 1, 65))
        .send('server', bytes(0, 0, 0, 2, 7, 7)),
    )
    expect(operationsOf(recording)).toMatchObject([
      { kind: 'connect', framing: { kind: 'length', lengthBytes: 4, byteOrder: 'big', adjustment: 0 } },
      { kind: 'send', content: 'hex', data: '01ff', reply: 'count', count: 2 },
      { kind: 'send', content: 'text', data: 'A', reply: 'next' },
    ])
  })
  it.each([
    [
      'a length that counts itself',
      [bytes(4, 0, 1, 2), bytes(5, 0, 1, 2, 3)],
      { lengthBytes: 2, byteOrder: 'little', adjustment: -2 },
    ],
    ['one message alone', [bytes(0, 2, 1, 2)], null],
    ['answers of several lines', ['a\nb\n', 'c\n'], null],
    ['an answer without an end', ['a\n', 'b'], null],
  ] as const)('has the framing that all messages show, else silence: %s', async (_, answers, length) => {
    const connection = new TestConnection().open()
    for (const answer of answers) connection.send('client', bytes(1)).send('server', answer)
    const [connect] = operationsOf(await read(connection))
    expect(connect).toMatchObject({
      framing: length === null ? { kind: 'silence', silenceMs: 200 } : { kind: 'length', ...length },
    })
  })
  it('keeps what a client sends as it is where only the answers are lines', async () => {
    const recording = await read(
      new TestConnection()
        .open()
        .send('client', bytes(1, 2))
        .send('server', 'one\n')
        .send('client', 'two\nthree\n')
        .send('server', 'four\n'),
    )
    expect(operationsOf(recording)).toMatchObject([
      { kind: 'connect', framing: { kind: 'delimiter', appliesToSent: false } },
      { kind: 'send', content: 'hex', data: '0102' },
      { kind: 'send', content: 'text', data: 'two\nthree\n' },
    ])
  })
  it('that the client ends is closed', async () => {
    const { packets } = new TestConnection().open().send('client', 'x').close()
    // The client's end comes first.
    const [server, client] = packets.slice(-2)
    const reordered = [...packets.slice(0, -2), client, server].flatMap((packet, at) =>
      packet === undefined ? [] : [{ ...packet, timeMs: at }],
    )
    expect(operationsOf(await readPcap(pcapOf(reordered)))).toMatchObject([
      { kind: 'connect' },
      { kind: 'send', data: 'x', reply: 'none' },
      { kind: 'close' },
    ])
  })
  it('keeps think times, and what the server sends after a pause is waited for by itself', async () => {
    const { packets } = new TestConnection()
      .open()
      .send('client', 'a')
      .send('server', 'b')
      .send('server', 'news')
      .send('client', 'c')
    const times = [0, 1, 2, 3, 5_003, 8_003]
    const recording = await readPcap(
      pcapOf(packets.map((packet, at) => ({ ...packet, timeMs: times[at] ?? 0 }))),
    )
    const { steps } = stepsOf(recording, true)
    expect(
      steps.map(step =>
        step.kind === 'thinkTime'
          ? step.durationMs
          : step.kind === 'request' && step.protocol === 'tcp'
            ? step.tcp.kind
            : '',
      ),
    ).toEqual(['connect', 'send', 5_000, 'await', 3_000, 'send'])
  })
  it('tells messages that are incomplete, too long, or before the capture, and leaves them out', async () => {
    const whole = new TestConnection().open().send('client', 'one').send('server', '1')
    whole.send('client', 'two, which is lost').send('server', '2').send('client', 'three').send('server', '3')
    const gap = await readPcap(pcapOf(whole.packets.filter((_, at) => at !== 4)))
    expect(operationsOf(gap)).toMatchObject([{ kind: 'connect' }, { data: 'one', reply: 'next' }])
    expect(codesOf(gap)).toEqual(['tcp.stream 0 streamGap', 'tcp.stream 0 lostBytes'])
    const long = await read(
      new TestConnection().open().send('client', new Uint8Array(4_200_000), 60_000).send('server', '1'),
    )
    expect(operationsOf(long)).toMatchObject([{ kind: 'connect' }, { kind: 'await' }])
    expect(codesOf(long)).toEqual(['tcp.stream 0 streamTooLong'])
    expect(long.left[0]?.text.en).toContain(
      'longer than 4 MB, or the long ones of the conversation exceed 16 MB: 1',
    )
    const late = await readPcap(pcapOf(whole.packets.slice(4)))
    expect(codesOf(late)).toEqual(['tcp.stream 0 streamBegunBefore'])
  })
  it('sends a message that is too long for a field from a file', async () => {
    const content = Uint8Array.from({ length: 600_000 }, (_, at) => at % 251)
    const recording = await read(
      new TestConnection().open().send('client', 'short').send('server', '1').send('client', content, 60_000),
    )
    const { files, left } = stepsOf(recording)
    expect(operationsOf(recording)).toMatchObject([
      { kind: 'connect' },
      { kind: 'send', content: 'text', data: 'short', reply: 'next' },
      { kind: 'send', content: 'file', data: '', fileId: files[0]?.id, reply: 'none' },
    ])
    expect(files).toMatchObject([{ name: 'message-1.bin', bytes: content }])
    expect([...codesOf(recording), ...codesOf({ left })]).toEqual(['tcp.stream 0 messageFile'])
  })
  it('keeps long messages up to a limit, what the server sends apart, and goes on behind them', async () => {
    const connection = new TestConnection().open()
    for (let count = 0; count < 6; count++)
      connection
        .send('client', new Uint8Array(3_500_000), 60_000)
        .send('server', new Uint8Array(700_000), 60_000)
    const recording = await read(connection.send('client', 'end'))
    expect(stepsOf(recording).files).toHaveLength(4)
    expect(operationsOf(recording).at(-1)).toMatchObject({ kind: 'send', data: 'end' })
    expect(codesOf(recording)).toEqual(['tcp.stream 0 streamTooLong'])
  })
  it('is not kept without end', async () => {
    const connection = new TestConnection().open()
    for (let count = 0; count < 12; count++)
      connection.send('client', new Uint8Array(400_000), 60_000).send('server', '1')
    const recording = await read(connection)
    expect(codesOf(recording)).toEqual(['tcp.stream 0 streamCut'])
    expect(operationsOf(recording)).toHaveLength(11)
  })
  it('within TLS whose secrets are known connects by TLS', async () => {
    const { connection, keyLog } = await tlsVisit({ minVersion: 'TLSv1.3', text: 'PLAIN words\n' })
    const recording = await readPcap(pcapOf(connection.packets), 64 * 1024, keyLog)
    expect(operationsOf(recording)).toMatchObject([
      { kind: 'connect', tls: true },
      { kind: 'send', data: 'PLAIN words\n' },
    ])
  })
})

const datagram = (isSent: boolean, content: string, timeMs: number): TestPacket => {
  const payload = new TextEncoder().encode(content)
  const ports: readonly [16, number][] = isSent
    ? [
        [16, 50_000],
        [16, 99],
      ]
    : [
        [16, 99],
        [16, 50_000],
      ]
  const segment = packed(...ports, [16, 8 + payload.length], [16, 0], payload)
  const ends = [packed([32, 0x0a000001]), packed([32, 0x0a000002])] as const
  const [from, to] = isSent ? ends : ([ends[1], ends[0]] as const)
  return { timeMs, bytes: links.ethernet.frame(ip(from, to, 17, segment)) }
}

describe('a conversation over UDP', () => {
  it('becomes a step for each datagram of the client, which waits if the server answered', async () => {
    const recording = await readPcap(
      pcapOf([
        datagram(true, 'one', 1),
        datagram(true, 'two', 2),
        datagram(false, '2', 3),
        datagram(false, 'more', 4),
        datagram(true, '\u0000', 5),
      ]),
    )
    const target = { kind: 'send', ...shared, host: '10.0.0.2', port: 99 }
    expect(operationsOf(recording)).toMatchObject([
      { ...target, content: 'text', data: 'one', reply: 'none' },
      { ...target, content: 'text', data: 'two', reply: 'next' },
      { ...target, content: 'hex', data: '00', reply: 'none' },
    ])
  })
  it('of which only a part was captured leaves that datagram out', async () => {
    const { bytes: whole, timeMs } = datagram(true, 'a long text', 2)
    const cut = { timeMs, bytes: whole.slice(0, -4), wireBytes: whole.length }
    const recording = await readPcap(pcapOf([datagram(true, 'one', 1), cut]))
    expect(operationsOf(recording)).toMatchObject([{ data: 'one' }])
    expect(codesOf(recording)).toEqual(['udp.stream 0 streamGap'])
  })
})

describe('at first', () => {
  const raw = new TestConnection({ clientPort: 50_001 }).open().send('client', 'x').packets
  const request = new TestConnection()
    .open()
    .send('client', 'GET / HTTP/1.1\r\nHost: shop.example\r\n\r\n')
    .send('server', 'HTTP/1.1 204 No Content\r\n\r\n').packets
  it.each([
    ['requests alone', [...request, ...raw, datagram(true, 'x', 9)], ['chosen', 'rawStream', 'rawStream']],
    ['TCP without requests', [...raw, datagram(true, 'x', 9)], ['chosen', 'rawStream']],
    ['UDP without both', [datagram(true, 'x', 9)], ['chosen']],
  ] as const)('are chosen %s', async (_, packets, expected) => {
    const { exchanges } = await readPcap(pcapOf(packets))
    const reasons = asideReasons(exchanges).map(reason => reason ?? 'chosen')
    expect(reasons.toSorted((a, b) => a.localeCompare(b))).toEqual(expected)
  })
})
