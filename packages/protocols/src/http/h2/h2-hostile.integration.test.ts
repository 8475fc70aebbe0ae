/** Servers that write whatever bytes they like: each ends its own request by a named code, in bounded work and memory, and the next user is served. */
import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { HttpResult } from '../exchange.ts'
import { pour, testHarness } from '../test-harness.ts'
import { type CallChanges, callOf, serveRaw, transportOf } from '../test-servers.ts'
import { frameTypes } from './frames/frame.ts'

const { newSession, newWire, started } = testHarness()
const transport = transportOf({ httpVersion: '2', repeatsDropped: false })

/** A frame as it stands on the wire. */
function frame(type: number, flags: number, streamId: number, payload: string | Buffer = ''): Buffer {
  const bytes = typeof payload === 'string' ? Buffer.from(payload, 'hex') : payload
  const head = Buffer.alloc(9)
  head.writeUIntBE(bytes.length, 0, 3)
  head.writeUInt8(type, 3)
  head.writeUInt8(flags, 4)
  head.writeUInt32BE(streamId, 5)
  return Buffer.concat([head, bytes])
}

const [data, headers, priority, reset, settings, push, ping, goaway, window, continuation] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
]
const noSettings = frame(settings, 0, 0)
const ok = frame(headers, 4, 1, '88')
const okAndEnd = frame(headers, 5, 1, '88')
const prefaceBytes = 24

/** Answers the first request of each connection, once its headers are there; tells what came before and after. */
async function answering(onHeaders: (socket: Socket) => void, first: Buffer = noSettings) {
  const came: Buffer[] = []
  const server = await started(
    serveRaw(
      (socket, text) => {
        const hadHeaders = framesOf(came).some(each => each.type === headers)
        came.push(Buffer.from(text, 'latin1'))
        if (!hadHeaders && framesOf(came).some(each => each.type === headers)) onHeaders(socket)
      },
      socket => void socket.write(first),
    ),
  )
  return { server, frames: () => framesOf(came) }
}

function framesOf(came: readonly Buffer[]): { type: number; streamId: number; payload: Buffer }[] {
  const bytes = Buffer.concat(came)
  const frames: { type: number; streamId: number; payload: Buffer }[] = []
  for (let at = prefaceBytes; at + 9 <= bytes.length; ) {
    const end = at + 9 + bytes.readUIntBE(at, 3)
    if (end > bytes.length) break
    frames.push({
      type: bytes.readUInt8(at + 3),
      streamId: bytes.readUInt32BE(at + 5),
      payload: bytes.subarray(at + 9, end),
    })
    at = end
  }
  return frames
}

async function ask(onHeaders: (socket: Socket) => void, changes: CallChanges = {}): Promise<HttpResult> {
  const { server } = await answering(onHeaders)
  return newSession().execute(callOf(server.url, { transport, responseTimeoutMs: 20_000, ...changes }))
}

/** The server answers by these frames and keeps the connection. */
const askFor = (frames: Buffer[], changes: CallChanges = {}) =>
  ask(socket => void socket.write(Buffer.concat(frames)), changes)

const bytes = (length: number, fill = 0) => Buffer.alloc(length, fill)
const literal = (name: string, value: string) => {
  const text = (each: string) => Buffer.concat([Buffer.from([each.length]), Buffer.from(each, 'latin1')])
  return Buffer.concat([Buffer.from([0]), text(name), text(value)])
}
const block = (...fields: [string, string][]) =>
  Buffer.concat([Buffer.from([0x88]), ...fields.map(([name, value]) => literal(name, value))])

describe('the connection ends when a server breaks the framing', () => {
  test.each([
    [
      'a frame above the largest size',
      [Buffer.from('004001000000000001', 'hex'), bytes(16_385)],
      'FRAME_SIZE_ERROR',
    ],
    ['an answer on stream 0', [frame(headers, 5, 0, '88')], 'PROTOCOL_ERROR'],
    ['an answer on a stream that was never opened', [frame(headers, 5, 3, '88')], 'PROTOCOL_ERROR'],
    ['an answer on a stream of the server', [frame(headers, 5, 2, '88')], 'PROTOCOL_ERROR'],
    ['data on stream 0', [frame(data, 0, 0, '00')], 'PROTOCOL_ERROR'],
    ['data with more padding than frame', [ok, frame(data, 8, 1, 'ff00')], 'PROTOCOL_ERROR'],
    ['padded data without a length', [ok, frame(data, 8, 1)], 'FRAME_SIZE_ERROR'],
    ['headers with more padding than frame', [frame(headers, 12, 1, '0588')], 'PROTOCOL_ERROR'],
    ['headers with half a priority', [frame(headers, 36, 1, '0000')], 'PROTOCOL_ERROR'],
    ['a pushed answer', [frame(push, 4, 1, '0000000288')], 'PROTOCOL_ERROR'],
    ['settings on a stream', [frame(settings, 0, 1)], 'PROTOCOL_ERROR'],
    ['settings of a broken length', [frame(settings, 0, 0, '0001')], 'FRAME_SIZE_ERROR'],
    ['a confirmation of settings with some', [frame(settings, 1, 0, '000100000000')], 'FRAME_SIZE_ERROR'],
    ['push switched on', [frame(settings, 0, 0, '000200000001')], 'PROTOCOL_ERROR'],
    ['a window above all', [frame(settings, 0, 0, '000480000000')], 'FLOW_CONTROL_ERROR'],
    ['a frame size below the least', [frame(settings, 0, 0, '000500000100')], 'PROTOCOL_ERROR'],
    ['a ping of seven bytes', [frame(ping, 0, 0, '00000000000000')], 'FRAME_SIZE_ERROR'],
    ['a ping on a stream', [frame(ping, 0, 1, '0000000000000000')], 'PROTOCOL_ERROR'],
    ['a reset of no stream', [frame(reset, 0, 0, '00000000')], 'PROTOCOL_ERROR'],
    ['a reset of a stream to come', [frame(reset, 0, 5, '00000000')], 'PROTOCOL_ERROR'],
    ['a reset of three bytes', [frame(reset, 0, 1, '000000')], 'FRAME_SIZE_ERROR'],
    ['a priority of four bytes', [frame(priority, 0, 1, '00000000')], 'FRAME_SIZE_ERROR'],
    ['a goaway of four bytes', [frame(goaway, 0, 0, '00000000')], 'FRAME_SIZE_ERROR'],
    ['a goaway on a stream', [frame(goaway, 0, 1, '0000000000000000')], 'PROTOCOL_ERROR'],
    ['a window widened by nothing', [frame(window, 0, 0, '00000000')], 'PROTOCOL_ERROR'],
    ['a window widened beyond all', [frame(window, 0, 0, '7fffffff')], 'FLOW_CONTROL_ERROR'],
    ['a header block that goes on without having begun', [frame(continuation, 4, 1, '88')], 'PROTOCOL_ERROR'],
    ['a header block cut by data', [frame(headers, 0, 1, '88'), frame(data, 1, 1)], 'PROTOCOL_ERROR'],
    [
      'a header block cut by a ping',
      [frame(headers, 0, 1, '88'), frame(ping, 0, 0, '0000000000000000')],
      'PROTOCOL_ERROR',
    ],
    [
      'a header block that goes on elsewhere',
      [frame(headers, 0, 1), frame(continuation, 4, 3, '88')],
      'PROTOCOL_ERROR',
    ],
    ['a header block of nothing that is', [frame(headers, 5, 1, 'be')], 'COMPRESSION_ERROR'],
    ['a larger header table than was allowed', [frame(headers, 5, 1, '3fe21f88')], 'COMPRESSION_ERROR'],
  ])('%s', async (_what, frames, name) => {
    const { server, frames: came } = await answering(socket => void socket.write(Buffer.concat(frames)))
    const result = await newSession().execute(callOf(server.url, { transport }))
    expect([result.errorCode, result.errorMessage.includes(name)]).toEqual(['protocol.h2', true])
    // The server is told by a GOAWAY with the same code.
    await expect.poll(() => came().some(each => each.type === goaway)).toBe(true)
  })

  test('an answer before the settings', async () => {
    const { server } = await answering(socket => void socket.write(okAndEnd), Buffer.alloc(0))
    const result = await newSession().execute(callOf(server.url, { transport }))
    expect(result).toMatchObject({ errorCode: 'protocol.h2' })
  })
})

describe('the stream ends when a server breaks the order of an answer, and its connection goes on', () => {
  test.each([
    ['a name with a capital', [frame(headers, 5, 1, block(['X-a', '1']))]],
    ['a name with a space', [frame(headers, 5, 1, block(['x a', '1']))]],
    ['a value with a line break', [frame(headers, 5, 1, block(['x-a', '1\r\nx-b: 2']))]],
    ['a header of connections', [frame(headers, 5, 1, block(['connection', 'close']))]],
    ['a transfer coding', [frame(headers, 5, 1, block(['transfer-encoding', 'chunked']))]],
    [
      'a status after a header',
      [frame(headers, 5, 1, Buffer.concat([literal('x-a', '1'), Buffer.from([0x88])]))],
    ],
    ['two statuses', [frame(headers, 5, 1, '8888')]],
    ['no status', [frame(headers, 5, 1, literal('x-a', '1'))]],
    ['a status that is none', [frame(headers, 5, 1, literal(':status', '2x0'))]],
    ['a switch of protocols', [frame(headers, 5, 1, literal(':status', '101'))]],
    ['a pseudo header of requests', [frame(headers, 5, 1, block([':path', '/']))]],
    ['an interim answer that ends the stream', [frame(headers, 5, 1, literal(':status', '103'))]],
    ['data before the answer', [frame(data, 1, 1, '00')]],
    ['nothing but an end', [frame(data, 1, 1)]],
    ['two answers', [ok, okAndEnd]],
    ['trailers that do not end the stream', [ok, frame(headers, 4, 1, literal('x-a', '1'))]],
    ['two lengths', [frame(headers, 5, 1, block(['content-length', '1'], ['content-length', '2']))]],
    ['a length that is none', [frame(headers, 5, 1, block(['content-length', '-1']))]],
    [
      'more than the length',
      [frame(headers, 4, 1, block(['content-length', '1'])), frame(data, 1, 1, '0000')],
    ],
    ['a body with 204', [frame(headers, 4, 1, '89'), frame(data, 1, 1, '00')]],
    ['a stream window widened by nothing', [frame(window, 0, 1, '00000000')]],
  ])('%s', async (_what, frames) => {
    const { server, frames: came } = await answering(socket => void socket.write(Buffer.concat(frames)))
    const user = newSession()
    const call = callOf(server.url, { transport })
    expect(await user.execute(call)).toMatchObject({ errorCode: 'h2.PROTOCOL_ERROR', wireRequests: 1 })
    await expect
      .poll(() =>
        came()
          .find(each => each.type === reset)
          ?.payload.toString('hex'),
      )
      .toBe('00000001')
    expect(came().some(each => each.type === goaway)).toBe(false)
  })

  test('less than the length is an answer cut short', async () => {
    const cut = await askFor([frame(headers, 4, 1, block(['content-length', '5'])), frame(data, 1, 1, '00')])
    expect(cut).toMatchObject({ status: 200, errorCode: 'protocol.incomplete' })
  })

  test('a stream window widened beyond all', async () => {
    expect(await askFor([frame(window, 0, 1, '7fffffff')])).toMatchObject({
      errorCode: 'h2.FLOW_CONTROL_ERROR',
    })
  })
})

describe('what is allowed is understood, however it is cut', () => {
  const whole = [
    frame(settings, 1, 0),
    frame(0x77, 0xff, 0, 'abcdef'),
    frame(0x78, 0, 1, 'abcdef'),
    frame(priority, 0, 1, '0000000010'),
    frame(headers, 4, 1, literal(':status', '103')),
    frame(headers, 0x2c, 1, '03000000001088000000'),
    frame(data, 0, 1),
    frame(data, 8, 1, `02${Buffer.from('whole').toString('hex')}0000`),
    frame(data, 0, 1, Buffer.from(' answer')),
    frame(headers, 1, 1),
    frame(continuation, 0, 1),
    frame(continuation, 4, 1, literal('x-trailer', 'last')),
  ]
  test.each([1, 2, 3, 7, 9, 10, 1_000])('into pieces of %i bytes', async pieceBytes => {
    const all = Buffer.concat(whole)
    const result = await ask(socket => {
      socket.setNoDelay(true)
      const send = (at: number): void => {
        if (at >= all.length) return
        socket.write(all.subarray(at, at + pieceBytes))
        setImmediate(send, at + pieceBytes)
      }
      send(0)
    })
    expect([result.errorCode, result.status, Buffer.from(result.body).toString()]).toEqual([
      null,
      200,
      'whole answer',
    ])
  })
})

test('a length where no body can follow is no fault, as in RFC 9113 §8.1.1', async () => {
  const noContent = Buffer.concat([Buffer.from([0x89]), literal('content-length', '5')])
  expect(await askFor([frame(headers, 5, 1, noContent)])).toMatchObject({ status: 204, errorCode: null })
})

test('blanks around values are cut off, the bytes of texts never', async () => {
  // The last byte of both texts would be a no-break space by itself.
  const texts = ['你', 'voilà'].map(text => Buffer.from(text).toString('latin1'))
  const fields = texts.map((text, at): [string, string] => [`x-${at}`, ` \t${text}\t `])
  const { headers: got } = await askFor([frame(headers, 5, 1, block(...fields))])
  expect(got).toEqual([
    ['x-0', '你'],
    ['x-1', 'voilà'],
  ])
})

describe('a flood is bounded', () => {
  const floods: [what: string, frames: Buffer[], code: RegExp][] = [
    ['pings', [frame(ping, 0, 0, '0000000000000000')], /^protocol\.h2$/],
    ['settings', [noSettings], /^protocol\.h2$/],
    ['settings of many values', [frame(settings, 0, 0, '000300000064'.repeat(2_000))], /^protocol\.h2$/],
    ['confirmations of settings', [frame(settings, 1, 0)], /^protocol\.h2$/],
    ['priorities', [frame(priority, 0, 1, '0000000010')], /^protocol\.h2$/],
    ['frames of unknown kinds', [frame(0xaa, 0, 0, '00')], /^protocol\.h2$/],
    ['window updates', [frame(window, 0, 1, '00000001')], /^protocol\.h2$/],
    ['interim answers', [frame(headers, 4, 1, literal(':status', '103'))], /^protocol\.(interim|h2)$/],
  ]
  test.each(floods)('of %s', async (_what, frames, code) => {
    const flood = Buffer.concat(Array.from({ length: 500 }, () => Buffer.concat(frames)))
    const result = await ask(socket => pour(socket, flood))
    expect(result.errorCode).toMatch(code)
  })

  test.each([
    ['empty data', [ok], [frame(data, 0, 1)]],
    ['data that is padding alone', [ok], [frame(data, 8, 1, '0100')]],
    ['empty parts of a header block', [frame(headers, 0, 1)], [frame(continuation, 0, 1)]],
    ['parts of a header block', [frame(headers, 0, 1)], [frame(continuation, 0, 1, bytes(10_000))]],
    ['resets of a stream that is gone', [okAndEnd], [frame(reset, 0, 1, '00000000')]],
    ['data on a stream that is gone', [okAndEnd], [frame(data, 0, 1, '00')]],
    ['ends of a stream that is gone', [okAndEnd], [frame(data, 1, 1)]],
  ])('of %s', async (_what, first, frames) => {
    const wire = newWire()
    const { server } = await answering(socket => {
      socket.write(Buffer.concat(first))
      pour(socket, Buffer.concat(Array.from({ length: 500 }, () => Buffer.concat(frames))))
    })
    const user = newSession(wire)
    await user.execute(callOf(server.url, { transport, responseTimeoutMs: 20_000 }))
    await expect.poll(() => wire.connections).toBe(0)
  })

  test('of fields that name one long field of the table', async () => {
    const bomb = Buffer.concat([
      Buffer.from('88400161', 'hex'),
      Buffer.from('7f811e', 'hex'),
      bytes(4_000, 0x61),
      bytes(12_000, 0xbe),
    ])
    const result = await askFor([frame(headers, 5, 1, bomb)])
    expect(result).toMatchObject({ errorCode: 'protocol.headerCount', headers: [] })
  })

  test('of one field that is larger than all may be', async () => {
    const name = Buffer.from('880001617f81ff0f', 'hex')
    const parts = Array.from({ length: 16 }, () => frame(continuation, 0, 1, bytes(16_384, 0x61)))
    const result = await askFor([frame(headers, 0, 1, name), ...parts])
    expect(result.errorCode).toMatch(/^protocol\./)
  })
})

describe('many small frames are no flood', () => {
  test('of an answer that was given up while it was on its way', async () => {
    const pieces = Buffer.concat(Array.from({ length: 40_000 }, () => frame(data, 0, 1, bytes(100))))
    const server = await started(
      serveRaw(
        (socket, text) => {
          if (text.includes('/long')) socket.write(Buffer.concat([ok, pieces]))
          if (text.includes('/next')) socket.write(frame(headers, 5, 3, '88'))
        },
        socket => void socket.write(noSettings),
      ),
    )
    const user = newSession()
    const long = await user.execute(callOf(`${server.url}/long`, { transport, maxBodyBytes: 1_000 }))
    const next = await user.execute(callOf(`${server.url}/next`, { transport }))
    expect([long.errorCode, next.errorCode, server.accepted]).toEqual(['bodyTooLarge', null, 1])
  })

  test('that tell what was read of a body', async () => {
    const body = bytes(60_000_000)
    const readAtOnceBytes = 1_000
    const updates = Buffer.concat([frame(window, 0, 0, '000003e8'), frame(window, 0, 1, '000003e8')])
    const wide = [frame(settings, 0, 0, '000440000000'), frame(window, 0, 0, '40000000')]
    let came = 0
    let told = 0
    const server = await started(
      serveRaw(
        (socket, text) => {
          came += text.length
          const reads = Math.floor((came - told) / readAtOnceBytes)
          told += reads * readAtOnceBytes
          socket.write(Buffer.alloc(reads * updates.length, updates))
          if (came > body.length) socket.write(okAndEnd)
        },
        socket => void socket.write(Buffer.concat(wide)),
      ),
    )
    const call = callOf(server.url, { transport, method: 'POST', body })
    expect(await newSession().execute(call)).toMatchObject({ status: 200, errorCode: null })
  })
})

test('settings change what may be sent of bodies that are on their way', async () => {
  let came = 0
  const { server, frames } = await answering(
    socket => {
      // One byte at first, then windows by settings and by updates.
      socket.write(frame(settings, 0, 0, '000400000001'))
      socket.write(frame(settings, 0, 0, '000400000005'))
      socket.write(frame(window, 0, 1, '00000005'))
      socket.on('data', () => {
        const body = frames().filter(each => each.type === frameTypes.data)
        came = body.reduce((sum, each) => sum + each.payload.length, 0)
        if (came === 10) socket.write(okAndEnd)
      })
    },
    frame(settings, 0, 0, '000400000000'),
  )
  const call = callOf(server.url, { transport, method: 'POST', body: 'ten bytes!', responseTimeoutMs: 5_000 })
  expect(await newSession().execute(call)).toMatchObject({ status: 200, errorCode: null })
  expect(came).toBe(10)
})
