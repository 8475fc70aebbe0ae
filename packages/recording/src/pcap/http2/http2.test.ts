import { expect, it } from 'vitest'
import { pcapOf, TestConnection } from '../test-capture.ts'
import { readPcap } from '../test-reading.ts'
import { preface } from './preface.ts'
import { block, bytesOf, flags, frame, requestPairs, responsePairs } from './test-frames.ts'
import { http2Visit, longHeader } from './test-visit.ts'

it('streams of one connection become requests with their responses, whatever the size of the segments', async () => {
  const connection = await http2Visit()
  const recording = await readPcap(pcapOf(connection.packets))
  expect(recording.left.map(({ code }) => code)).toEqual(['http2'])
  expect(
    recording.exchanges.map(({ method, url }) => `${method} ${new URL(url).pathname}`).toSorted(),
  ).toEqual(['GET /first', 'GET /last', 'GET /second', 'GET /third', 'POST /order'])
  for (const { url, response } of recording.exchanges) {
    const { pathname, search } = new URL(url)
    const body = { path: pathname + search, text: 'tea '.repeat(10_000) }
    expect(response).toMatchObject({
      status: 200,
      contentType: 'application/json',
      body: JSON.stringify(body),
    })
  }
  const order = recording.exchanges.find(({ method }) => method === 'POST')
  expect(order?.body).toMatchObject({ contentType: 'application/json', text: '{"id":"茶"}' })
  expect(order?.headers).toContainEqual({ name: 'x-long', value: longHeader })
  expect(order?.headers).toContainEqual({ name: 'cookie', value: 'a=1; b=2' })
  expect(recording.conversations).toMatchObject([{ protocol: 'http2', exchanges: [0, 1, 2, 3, 4] }])
})

const read = async (connection: TestConnection) => {
  const { exchanges, conversations, left } = await readPcap(pcapOf(connection.packets))
  return {
    requests: exchanges.map(({ method, url, response }) => [method, url, response?.status, response?.body]),
    codes: left.map(({ code }) => code),
    protocol: conversations?.[0]?.protocol,
  }
}

/** The first request of a connection, which has its answer. */
const asked = () =>
  new TestConnection()
    .open()
    // Some servers do not wait for the client.
    .send('server', frame('settings'))
    .send('client', preface)
    .send('client', frame('settings'))
    .send(
      'client',
      frame('headers', {
        flags: flags.endStream | flags.endHeaders,
        stream: 1,
        payload: block(requestPairs('/1')),
      }),
    )
const answerHead = (more = 0) =>
  frame('headers', { flags: flags.endHeaders | more, stream: 1, payload: block(responsePairs) })
const answerBody = (payload: Uint8Array, more = 0) =>
  frame('data', { flags: flags.endStream | more, stream: 1, payload })
const first = ['GET', 'http://shop.example/1', 200, 'ok']

it('a connection whose server speaks first is read', async () => {
  expect(
    await read(
      asked()
        .send('server', answerHead())
        .send('server', answerBody(bytesOf('ok'))),
    ),
  ).toEqual({
    requests: [first],
    codes: ['http2'],
    protocol: 'http2',
  })
})
it('a request of HTTP/1.1 that asks for HTTP/2 is answered by the first stream', async () => {
  const connection = new TestConnection()
    .open()
    .send('client', 'GET /1 HTTP/1.1\r\nHost: shop.example\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n')
    .send('server', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n')
    .send('server', frame('settings'))
    .send('server', answerHead())
    .send('client', preface)
    .send('client', frame('settings'))
    .send('server', answerBody(bytesOf('ok')))
    .send(
      'client',
      frame('headers', {
        flags: flags.endStream | flags.endHeaders,
        stream: 3,
        payload: block(requestPairs('/2')),
      }),
    )
    .close()
  expect(await read(connection)).toEqual({
    requests: [first],
    codes: ['noAnswer', 'http2'],
    protocol: 'http2',
  })
})
it('padding, priority, interim answers, pushed answers and frames of other kinds are no part of messages', async () => {
  const padded = new Uint8Array([3, ...bytesOf('ok'), 0, 0, 0])
  const promise = new Uint8Array([0, 0, 0, 2, ...block(requestPairs('/pushed'), true)])
  const interim = block([{ name: ':status', value: '103' }])
  const connection = asked()
    .send('server', frame('headers', { flags: flags.endHeaders, stream: 1, payload: interim }))
    .send('server', frame('push', { flags: flags.endHeaders, stream: 1, payload: promise }))
    .send('server', frame('headers', { flags: flags.endHeaders, stream: 2, payload: block(responsePairs) }))
    .send('server', frame('data', { flags: flags.endStream, stream: 2, payload: bytesOf('pushed') }))
    .send('server', frame('ping', { payload: new Uint8Array(8) }))
    .send(
      'server',
      frame('headers', {
        flags: flags.endHeaders | flags.priority | flags.padded,
        stream: 1,
        payload: new Uint8Array([2, 0, 0, 0, 0, 16, ...block(responsePairs), 0, 0]),
      }),
    )
    .send('server', answerBody(padded, flags.padded), 11)
  expect(await read(connection)).toMatchObject({ requests: [first], codes: ['http2'] })
})
it('a stream that is reset has no answer, or one that is cut off', async () => {
  const reset = frame('reset', { stream: 1, payload: new Uint8Array(4) })
  expect((await read(asked().send('server', reset))).codes).toEqual(['noAnswer', 'nothingFound'])
  const begun = frame('data', { stream: 1, payload: bytesOf('o') })
  expect(
    await read(asked().send('server', answerHead()).send('server', begun).send('server', reset)),
  ).toMatchObject({
    requests: [['GET', 'http://shop.example/1', 200, null]],
    codes: ['answerCut', 'http2'],
  })
})
it('what is missing inside of data cuts one body off, and what follows is read', async () => {
  const body = frame('data', { flags: flags.endStream, stream: 1, payload: new Uint8Array(3_000).fill(65) })
  const connection = asked()
    .send('server', answerHead())
    .send('server', body, 1_000)
    .send(
      'client',
      frame('headers', {
        flags: flags.endStream | flags.endHeaders,
        stream: 3,
        payload: block(requestPairs('/2')),
      }),
    )
    .send('server', frame('headers', { flags: flags.endHeaders, stream: 3, payload: block(responsePairs) }))
    .send('server', frame('data', { flags: flags.endStream, stream: 3, payload: bytesOf('ok') }))
    .close()
  const middle = connection.packets.findIndex(({ bytes }) => bytes.length > 1_000) + 1
  connection.packets.splice(middle, 1)
  expect(await read(connection)).toMatchObject({
    requests: [
      ['GET', 'http://shop.example/1', 200, null],
      ['GET', 'http://shop.example/2', 200, 'ok'],
    ],
    codes: ['answerCut', 'lostBytes', 'http2'],
  })
})
it.each([
  ['a field that is in no table', Uint8Array.of(0xff, 0x7f)],
  ['a number without an end', new Uint8Array(20).fill(255)],
  ['a text that promises more than there is', Uint8Array.of(0, 100, 65)],
  ['a text whose Huffman code ends in the middle', Uint8Array.of(0, 0x81, 0)],
  ['a table larger than any', Uint8Array.of(0x3f, 0xff, 0xff, 0xff, 0x7f)],
  ['padding longer than the frame', new Uint8Array([255, 0])],
])('nothing of a direction is read behind %s', async (name, payload) => {
  const isPadded = name.startsWith('padding')
  const set = flags.endHeaders | (isPadded ? flags.padded : 0)
  const connection = asked()
    .send('server', frame('headers', { flags: set, stream: 1, payload }))
    .send('server', answerHead())
  expect((await read(connection)).codes).toEqual(['noAnswer', 'nothingFound'])
})
it('a block whose few bytes name a long field many times is given up', async () => {
  const long = { name: 'x', value: 'y'.repeat(3_000) }
  // Index 62 is the field that was added last.
  const bomb = new Uint8Array([...block([long], true), ...new Uint8Array(15_000).fill(0x80 + 62)])
  const connection = asked().send(
    'server',
    frame('headers', { flags: flags.endHeaders, stream: 1, payload: bomb }),
  )
  expect((await read(connection)).codes).toEqual(['noAnswer', 'nothingFound'])
})
it('continuation frames without an end are given up', async () => {
  const connection = asked().send('server', frame('headers', { stream: 1, payload: block(responsePairs) }))
  for (let count = 0; count < 40; count++)
    connection.send('server', frame('continuation', { stream: 1, payload: new Uint8Array(16_000) }), 20_000)
  connection.send('server', frame('continuation', { flags: flags.endHeaders, stream: 1 }))
  expect((await read(connection)).codes).toEqual(['noAnswer', 'nothingFound'])
})
it('streams without an end of one connection are told, not kept', async () => {
  const connection = asked()
  for (let stream = 3; stream < 4_000; stream += 2)
    connection.send(
      'client',
      frame('headers', {
        flags: flags.endStream | flags.endHeaders,
        stream,
        payload: block(requestPairs('/1')),
      }),
    )
  expect((await read(connection)).codes).toEqual(['noAnswer', 'nothingFound'])
})
