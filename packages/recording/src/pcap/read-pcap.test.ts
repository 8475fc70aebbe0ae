import { describe, expect, it } from 'vitest'
import { packed } from './bytes/packed.ts'
import {
  ip,
  links,
  pcapngOf,
  pcapOf,
  TestConnection,
  type TestLink,
  type TestPacket,
} from './test-capture.ts'
import { readPcap } from './test-reading.ts'

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: shop.example\r\n\r\n`
const answer = (body: string, type = 'application/json') =>
  `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`

/** Asks twice over one connection. */
const visit = (connection = new TestConnection()) =>
  connection
    .open()
    .send('client', get('/cart?id=1'))
    .send('server', answer('{"a":1}'))
    .send(
      'client',
      'POST /orders HTTP/1.1\r\nHost: shop.example\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"id":12}',
    )
    .send('server', answer('{"b":2}'))
    .close()

const codesOf = ({ left }: Awaited<ReturnType<typeof readPcap>>) => left.map(({ code }) => code)
const bodiesOf = ({ exchanges }: Awaited<ReturnType<typeof readPcap>>) =>
  exchanges.map(({ method, response }) => [method, response?.body])

const answers = [
  ['GET', '{"a":1}'],
  ['POST', '{"b":2}'],
]

describe('a capture', () => {
  it('gives requests with their responses, and the conversation that they belong to', async () => {
    const recording = await readPcap(pcapOf(visit().packets))
    const start = Date.UTC(2026, 0, 1)
    expect(recording).toMatchObject({
      format: 'pcap',
      exchanges: [
        {
          index: 0,
          place: 'tcp.stream 0 GET http://shop.example/cart',
          url: 'http://shop.example/cart?id=1',
          host: 'shop.example',
          startedAtMs: start + 2,
          durationMs: 1,
          headers: [{ name: 'Host', value: 'shop.example' }],
          body: null,
          response: { status: 200, contentType: 'application/json', sizeBytes: 7, body: '{"a":1}' },
        },
        { index: 1, method: 'POST', body: { contentType: 'application/json', text: '{"id":12}' } },
      ],
      conversations: [
        {
          index: 0,
          name: 'tcp.stream 0',
          protocol: 'http',
          client: { address: '10.0.0.1', port: 50_000 },
          server: { address: '10.0.0.2', port: 80 },
          state: 'closed',
          isFromStart: true,
          startedAtMs: start,
          endedAtMs: start + 7,
          packets: 8,
          sentBytes: 152,
          receivedBytes: 154,
          lostBytes: 0,
          exchanges: [0, 1],
        },
      ],
      left: [],
    })
  })

  it.each(Object.keys(links) as TestLink[])(
    'of a link of kind %s is read, in either version of IP',
    async link => {
      for (const isVersion6 of [false, true]) {
        const file = pcapOf(visit(new TestConnection({ link, isVersion6 })).packets, { link })
        expect(bodiesOf(await readPcap(file))).toEqual(answers)
      }
    },
  )

  it.each([
    { isLittleEndian: true, isNanoseconds: false },
    { isLittleEndian: true, isNanoseconds: true },
    { isLittleEndian: false, isNanoseconds: false },
    { isLittleEndian: false, isNanoseconds: true },
  ])('is read in each byte order and unit of time: %o', async options => {
    const { exchanges } = await readPcap(pcapOf(visit().packets, options))
    expect(exchanges.map(({ startedAtMs }) => startedAtMs)).toEqual(
      [2, 4].map(ms => Date.UTC(2026, 0, 1) + ms),
    )
  })

  it.each([true, false])('in pcapng may have several interfaces; little endian: %s', async isLittleEndian => {
    const packets = (['ethernet', 'cooked2'] as const).flatMap((link, at) =>
      visit(new TestConnection({ link, clientPort: 50_000 + at })).packets.map(packet => ({
        ...packet,
        link,
      })),
    )
    const recording = await readPcap(pcapngOf(packets, isLittleEndian))
    expect(bodiesOf(recording)).toEqual([answers[0], answers[0], answers[1], answers[1]])
    expect(recording.exchanges[0]?.startedAtMs).toBe(Date.UTC(2026, 0, 1) + 2)
    expect(recording.conversations?.map(({ exchanges }) => exchanges)).toEqual([
      [0, 2],
      [1, 3],
    ])
  })

  it('is the same in pieces of any size', async () => {
    const file = pcapOf(visit().packets)
    const whole = await readPcap(file)
    for (const chunkBytes of [1, 7, 100]) expect(await readPcap(file, chunkBytes)).toEqual(whole)
  })
})

/** The packets of a long answer in small segments, and their places. */
function longVisit(firstSequence = 1_000) {
  const body = Array.from({ length: 400 }, (_, at) => `line ${at}`).join('\n')
  const connection = new TestConnection({ firstSequence })
    .open()
    .send('client', get('/long'), 10)
    .send('server', answer(body, 'text/plain'), 100)
    .send('client', get('/next'))
    .send('server', answer('{"b":2}'))
    .close()
  return { body, packets: connection.packets }
}

/** A reproducible order near the one given. */
function shuffled(packets: readonly TestPacket[]): TestPacket[] {
  let state = 7
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
  return packets
    .map((packet, at) => ({ packet, key: at + random() * 6 }))
    .toSorted((one, other) => one.key - other.key)
    .map(({ packet }) => packet)
}

describe('segments', () => {
  const { body, packets } = longVisit()
  const whole = [
    ['GET', body],
    ['GET', '{"b":2}'],
  ]
  it('out of order are put in order', async () => {
    const recording = await readPcap(pcapOf([...packets.slice(0, 2), ...shuffled(packets.slice(2))]))
    expect(bodiesOf(recording)).toEqual(whole)
    expect(recording.left).toEqual([])
  })
  it('sent again, also in other pieces, count once', async () => {
    const other = new TestConnection().open().send('client', get('/long'), 4).packets
    const recording = await readPcap(pcapOf([...packets.slice(0, 8), ...other, ...packets.slice(4)]))
    expect(bodiesOf(recording)).toEqual(whole)
  })
  it('are counted beyond the largest sequence number', async () => {
    const { packets: late } = longVisit(4_294_967_290)
    expect(bodiesOf(await readPcap(pcapOf(late)))).toEqual(whole)
  })
  it('that are missing are a gap: the body is told to be cut off, and the next request is read', async () => {
    const recording = await readPcap(pcapOf(packets.filter((_, at) => at !== 20)))
    expect(bodiesOf(recording)).toEqual([
      ['GET', null],
      ['GET', '{"b":2}'],
    ])
    expect(recording.left.map(({ place, code }) => [place, code])).toEqual([
      ['tcp.stream 0 GET http://shop.example/long', 'answerCut'],
      ['tcp.stream 0', 'lostBytes'],
    ])
    expect(recording.conversations?.[0]?.lostBytes).toBe(100)
  })
  it('of which a request is missing leave the response without one', async () => {
    const recording = await readPcap(pcapOf(visit().packets.filter((_, at) => at !== 2)))
    expect(bodiesOf(recording)).toEqual([answers[1]])
    expect(codesOf(recording)).toEqual(['requestMissing', 'lostBytes'])
  })
  it('of which a response is missing leave the request without one', async () => {
    const recording = await readPcap(pcapOf(visit().packets.filter((_, at) => at !== 3)))
    expect(bodiesOf(recording)).toEqual([answers[1]])
    expect(codesOf(recording)).toEqual(['noAnswer', 'lostBytes'])
  })
  it('of which only the beginnings were captured are told', async () => {
    const cut = packets.map(({ timeMs, bytes }) => ({
      timeMs,
      bytes: bytes.slice(0, 140),
      wireBytes: bytes.length,
    }))
    const recording = await readPcap(pcapOf(cut))
    expect(recording.exchanges.map(({ url }) => url)).toEqual([
      'http://shop.example/long',
      'http://shop.example/next',
    ])
    expect(codesOf(recording)).toContain('lostBytes')
  })
  it('of a connection whose beginning is missing are read from the next request on', async () => {
    const recording = await readPcap(pcapOf(visit().packets.slice(3)))
    expect(bodiesOf(recording)).toEqual([answers[1]])
    expect(recording.conversations?.[0]).toMatchObject({ isFromStart: false, client: { port: 50_000 } })
  })
})

describe('conversations', () => {
  const stateOf = async (packets: readonly TestPacket[]) =>
    (await readPcap(pcapOf(packets))).conversations?.map(({ state, protocol }) => [state, protocol])
  const connection = () => new TestConnection()
  it.each([
    ['closed', 'http', visit().packets],
    ['open', 'http', visit().packets.slice(0, -2)],
    ['reset', 'http', connection().open().send('client', get('/')).reset('server').packets],
    ['unanswered', 'tcp', connection().open().packets.slice(0, 1)],
    ['refused', 'tcp', [...connection().open().packets.slice(0, 1), ...connection().reset('server').packets]],
    [
      'open',
      'tls',
      connection()
        .open()
        .send('client', Uint8Array.of(22, 3, 1, 0, 9, 1)).packets,
    ],
    ['open', 'tcp', connection().open().send('server', '220 ready\r\n').packets],
  ])('have a state and a protocol: %s %s', async (state, protocol, packets) => {
    expect(await stateOf(packets)).toEqual([[state, protocol]])
  })
  it('over the same ports are told apart', async () => {
    const again = visit(new TestConnection({ firstSequence: 77_777, startMs: Date.UTC(2026, 0, 2) }))
    const recording = await readPcap(pcapOf([...visit().packets, ...again.packets]))
    expect(recording.conversations?.map(({ exchanges }) => exchanges)).toEqual([
      [0, 1],
      [2, 3],
    ])
  })
  it('of UDP are listed', async () => {
    const datagram = packed([16, 5_353], [16, 53], [16, 10], [16, 0], [16, 7])
    const bytes = ip(packed([32, 0x0a000001]), packed([32, 0x0a000002]), 17, datagram)
    const recording = await readPcap(pcapOf([{ timeMs: 5, bytes: links.ethernet.frame(bytes) }]))
    expect(recording.conversations).toMatchObject([
      { name: 'udp.stream 0', protocol: 'udp', client: { port: 5_353 }, server: { port: 53 }, sentBytes: 2 },
    ])
    expect(recording.exchanges).toMatchObject([{ method: 'UDP', url: 'udp://10.0.0.2:53' }])
    expect(codesOf(recording)).toEqual([])
  })
})

describe('of HTTP are read', () => {
  const read = async (connection: TestConnection) => readPcap(pcapOf(connection.packets))
  it('requests that are sent before the answers to those before them', async () => {
    const recording = await read(
      new TestConnection()
        .open()
        .send('client', get('/1') + get('/2'), 5)
        .send('server', answer('{"a":1}') + answer('{"b":2}'), 3),
    )
    expect(bodiesOf(recording)).toEqual([
      ['GET', '{"a":1}'],
      ['GET', '{"b":2}'],
    ])
  })
  it('chunks, with extensions and trailers', async () => {
    const recording = await read(
      new TestConnection()
        .open()
        .send('client', get('/1'))
        .send(
          'server',
          'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\n{"a\r\nA\r\n":"bcdefg"\r\n1\r\n}\r\n0\r\nT: u\r\n\r\n',
          7,
        )
        .send('client', get('/2'))
        .send('server', answer('{"b":2}')),
    )
    expect(bodiesOf(recording)).toEqual([
      ['GET', '{"a":"bcdefg"}'],
      ['GET', '{"b":2}'],
    ])
  })
  it('answers to HEAD, interim answers, and a body that the end of the connection ends', async () => {
    const recording = await read(
      new TestConnection()
        .open()
        .send('client', 'HEAD / HTTP/1.1\r\nHost: a.example\r\n\r\n')
        .send('server', 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 99\r\n\r\n')
        .send(
          'client',
          'PUT /x HTTP/1.1\r\nHost: a.example\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n',
        )
        .send('server', 'HTTP/1.1 100 Continue\r\n\r\n')
        .send('client', 'ok')
        .send('server', 'HTTP/1.0 201 Created\r\nContent-Type: text/plain\r\n\r\nall of it', 4)
        .close(),
    )
    expect(bodiesOf(recording)).toEqual([
      ['HEAD', null],
      ['PUT', 'all of it'],
    ])
    expect(recording.exchanges[1]?.body?.text).toBe('ok')
    expect(recording.left).toEqual([])
  })
  it('texts in another encoding, and whole addresses of a proxy', async () => {
    const recording = await read(
      new TestConnection()
        .open()
        .send('client', 'GET http://mall.example/a#b HTTP/1.1\r\nHost: mall.example\r\n\r\n')
        .send(
          'server',
          'HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=gbk\r\nContent-Length: 4\r\n\r\n',
        )
        .send('server', Uint8Array.of(0xb2, 0xe8, 0xd2, 0xb6)),
    )
    expect(recording.exchanges[0]).toMatchObject({ url: 'http://mall.example/a', response: { body: '茶叶' } })
  })
  it('no binary bodies, which is told of requests', async () => {
    const recording = await read(
      new TestConnection()
        .open()
        .send('client', 'POST / HTTP/1.1\r\nHost: a.example\r\nContent-Length: 2\r\n\r\n')
        .send('client', Uint8Array.of(255, 0))
        .send('server', answer('{}')),
    )
    expect(recording.exchanges[0]?.body).toMatchObject({ text: '', isBinary: true })
    expect(codesOf(recording)).toEqual(['binaryBody'])
  })
  it('no answers that are cut off, which is told with what was sent', async () => {
    const recording = await read(
      new TestConnection()
        .open()
        .send('client', get('/1'))
        .send('server', 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 50\r\n\r\nbegin')
        .close(),
    )
    expect(recording.exchanges[0]?.response).toMatchObject({ sizeBytes: null, body: null })
    expect(codesOf(recording)).toEqual(['answerCut'])
  })
})
