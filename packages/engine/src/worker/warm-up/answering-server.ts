/** Answers the requests of a warm-up within the process, over the loopback interface: the client's sockets are real ones, and nothing leaves the machine. */

import { once } from 'node:events'
import { STATUS_CODES } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import type { Endpoint } from '@pone/protocols/wire/wire.ts'
import type { SyntheticAnswer } from './synthetic-answer.ts'

/** Header that names the answer to a request by its position. */
export const answerHeader = 'x-pone-warm-up'

const loopback = '127.0.0.1'
const headEnd = '\r\n\r\n'
const chunksEnd = '0\r\n\r\n'
/** With these a body is not allowed. */
const bodiless = new Set([204, 304])

export class AnsweringServer {
  /** Connections accepted so far. */
  accepted = 0
  /** Where it listens, once it does. */
  endpoint: Endpoint = { host: loopback, port: 0 }
  /** By position; those of one position are given in turn. */
  readonly #answers: readonly (readonly { readonly whole: Buffer; readonly head: Buffer }[])[]
  #turn = 0
  readonly #sockets = new Set<Socket>()
  readonly #server: Server

  constructor(answers: readonly (readonly SyntheticAnswer[])[]) {
    this.#answers = answers.map(variants =>
      variants.map(answer => {
        const head = headOf(answer)
        const body = bodiless.has(answer.status) ? '' : answer.body
        return { whole: Buffer.from(head + body), head: Buffer.from(head) }
      }),
    )
    this.#server = createServer({ noDelay: true }, socket => this.#serve(socket))
  }

  /** @throws (rejects) the system's error */
  async listen(): Promise<void> {
    this.#server.listen(0, loopback)
    await once(this.#server, 'listening')
    const { port } = this.#server.address() as AddressInfo
    this.endpoint = { host: loopback, port }
  }

  close(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }

  #serve(socket: Socket): void {
    this.accepted++
    this.#sockets.add(socket)
    let received = ''
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => {
      received += text
      const request = readRequest(received)
      if (request === null) return
      received = ''
      const variants = this.#answers[request.answer] ?? []
      const answer = variants[this.#turn++ % variants.length]
      if (answer === undefined) socket.destroy()
      else socket.write(request.isHead ? answer.head : answer.whole)
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.#sockets.delete(socket))
  }
}

function headOf({ status, headers, body }: SyntheticAnswer): string {
  const length = bodiless.has(status) ? [] : [`content-length: ${Buffer.byteLength(body)}`]
  const hasType = headers.some(([name]) => name.toLowerCase() === 'content-type')
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Unknown'}`,
    'server: warm-up',
    'date: Thu, 01 Jan 1970 00:00:00 GMT',
    ...(hasType ? [] : ['content-type: application/json']),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...length,
    'connection: keep-alive',
    headEnd.slice(2),
  ].join('\r\n')
}

const answerLine = new RegExp(`^${answerHeader}: (\\d+)\\r?$`, 'im')
const lengthLine = /^content-length: *(\d+)\r?$/im
const chunkedLine = /^transfer-encoding: *chunked\r?$/im

interface ReadRequest {
  /** Position of its answer; NaN when it names none. */
  readonly answer: number
  readonly isHead: boolean
}

/** The request that the text holds, a character a byte; null until it is whole. */
export function readRequest(text: string): ReadRequest | null {
  const end = text.indexOf(headEnd)
  if (end < 0) return null
  const head = text.slice(0, end)
  const bodyLength = text.length - end - headEnd.length
  const isWhole = chunkedLine.test(head)
    ? text.endsWith(chunksEnd)
    : bodyLength >= Number(lengthLine.exec(head)?.[1] ?? 0)
  if (!isWhole) return null
  return { answer: Number(answerLine.exec(head)?.[1]), isHead: head.startsWith('HEAD ') }
}
