/** Passes a WebSocket on, byte by byte, and gathers its messages. */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type Exchange, pairsOf } from '../exchange/exchange.ts'
import { SocketMessages } from '../exchange/socket-messages.ts'
import { originOf } from '../target/target.ts'
import { measure, type PassedRequest } from './http1.ts'
import { faultAnswer, finishWithout, type Passing, passedHeaders } from './passing.ts'

export async function passUpgrade(
  passing: Passing,
  { target, path }: PassedRequest,
  request: IncomingMessage,
  client: Duplex,
): Promise<void> {
  const { recording, upstream } = passing
  const headers = upgradeHeaders(request.rawHeaders)
  const exchange = recording.begin({
    method: 'GET',
    url: `${originOf(target).replace(/^http/, 'ws')}${path}`,
    httpVersion: 'HTTP/1.1',
    headers: pairsOf(headers),
    isWebSocket: true,
  })
  client.on('error', () => client.destroy())
  const fail = (cause: unknown): void => {
    const { status, body } = faultAnswer(cause, target)
    end(client, status, body)
    finishWithout(recording, exchange)
  }
  try {
    const sent = await upstream.request({ target, method: 'GET', path, headers })
    measure(sent, exchange)
    client.on('close', () => sent.destroy())
    sent.on('error', fail)
    sent.on('response', answer => {
      answer.resume()
      take(exchange, answer)
      end(client, exchange.status, '')
      recording.finish(exchange)
    })
    sent.on('upgrade', (answer, socket, head) => {
      take(exchange, answer)
      client.write(headOf(answer))
      join({ passing, exchange, client, socket, head })
    })
    sent.end()
  } catch (cause) {
    fail(cause)
  }
}

/** Compressed messages could not be read. */
const upgradeHeaders = (raw: readonly string[]): string[] => [
  ...passedHeaders(raw, { isRequest: true }).flatMap((name, at, all) =>
    at % 2 === 1 || name.toLowerCase() === 'sec-websocket-extensions' ? [] : [name, all[at + 1] ?? ''],
  ),
  'Connection',
  'Upgrade',
  'Upgrade',
  'websocket',
]

function take(exchange: Exchange, answer: IncomingMessage): void {
  exchange.firstByteAtMs = Date.now()
  exchange.status = answer.statusCode ?? 0
  exchange.responseHeaders = pairsOf(answer.rawHeaders)
}

function headOf({ rawHeaders }: IncomingMessage): string {
  const lines = pairsOf(rawHeaders).map(({ name, value }) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`
}

function end(client: Duplex, status: number, body: string): void {
  if (client.destroyed) return
  const type = 'Content-Type: text/plain; charset=utf-8\r\n'
  client.end(
    `HTTP/1.1 ${status} -\r\n${type}Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

interface Joined {
  readonly passing: Passing
  readonly exchange: Exchange
  readonly client: Duplex
  readonly socket: Duplex
  /** What the target has sent behind its answer. */
  readonly head: Buffer
}

function join({ passing: { recording }, exchange, client, socket, head }: Joined): void {
  const sent = new SocketMessages(message => recording.takeMessage(exchange, { ...message, isSent: true }))
  const received = new SocketMessages(message =>
    recording.takeMessage(exchange, { ...message, isSent: false }),
  )
  if (head.length > 0) socket.unshift(head)
  client.on('data', (chunk: Buffer) => {
    sent.feed(chunk)
    recording.countBytes(chunk.length)
  })
  socket.on('data', (chunk: Buffer) => {
    received.feed(chunk)
    exchange.responseBody.sizeBytes += chunk.length
    recording.countBytes(chunk.length)
  })
  socket.on('error', () => socket.destroy())
  const close = () => {
    client.destroy()
    socket.destroy()
    recording.finish(exchange)
  }
  client.on('close', close)
  socket.on('close', close)
  client.pipe(socket)
  socket.pipe(client)
}
