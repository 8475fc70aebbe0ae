/** A proxy between the browser and the server that lists every exchange with its bytes: also those of service workers, icons and sockets, which the browser does not report to a page. */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

export interface Exchange {
  readonly method: string
  /** Path with its query. */
  readonly path: string
  readonly status: number
  /** `content-encoding` of the answer, '' if it has none. */
  readonly encoding: string
  /** Head and body of the answer as transferred, without the marks of chunks. */
  readonly bytes: number
}

export interface WireMeter {
  /** What the browser opens instead of the server's address. */
  readonly address: string
  /** The exchanges that ended since the last call, in the order of their ends. */
  take(): readonly Exchange[]
  /** Encodings that the server is told the browser accepts; undefined leaves what the browser sent. */
  accept(encodings: string | undefined): void
  close(): Promise<void>
}

export async function startWireMeter(target: string): Promise<WireMeter> {
  const { hostname, port } = new URL(target)
  const agent = new Agent({ keepAlive: true })
  const exchanges: Exchange[] = []
  let accepted: string | undefined

  function ask(incoming: IncomingMessage) {
    const headers = { ...incoming.headers }
    if (accepted !== undefined) headers['accept-encoding'] = accepted
    return request({
      hostname,
      port,
      method: incoming.method,
      path: incoming.url,
      headers,
      ...(incoming.headers.upgrade === undefined && { agent }),
    })
  }
  function record(incoming: IncomingMessage, answer: IncomingMessage, bodyBytes: number) {
    exchanges.push({
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      status: answer.statusCode ?? 0,
      encoding: answer.headers['content-encoding'] ?? '',
      bytes: headOf(answer).length + bodyBytes,
    })
  }
  function forward(incoming: IncomingMessage, response: ServerResponse) {
    const outgoing = ask(incoming)
    outgoing.on('error', () => response.destroy())
    outgoing.on('response', answer => {
      let bytes = 0
      answer.on('data', (part: Buffer) => {
        bytes += part.length
      })
      answer.on('end', () => record(incoming, answer, bytes))
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders)
      answer.pipe(response)
    })
    response.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  }
  function forwardUpgrade(incoming: IncomingMessage, socket: Duplex) {
    const outgoing = ask(incoming)
    upgraded.add(socket)
    socket.once('close', () => upgraded.delete(socket))
    const end = () => socket.destroy()
    socket.on('error', end)
    outgoing.on('error', end)
    outgoing.on('response', end)
    outgoing.on('upgrade', (answer, other, first) => {
      record(incoming, answer, 0)
      other.on('error', end).on('close', end)
      socket.on('close', () => other.destroy())
      socket.write(headOf(answer))
      if (first.length > 0) socket.write(first)
      other.pipe(socket)
      socket.pipe(other)
    })
    outgoing.end()
  }

  // The server itself does not know connections that became WebSockets; open ones would keep it from closing.
  const upgraded = new Set<Duplex>()
  const server = createServer(forward).on('upgrade', forwardUpgrade)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take: () => exchanges.splice(0),
    accept: encodings => {
      accepted = encodings
    },
    close: async () => {
      agent.destroy()
      server.closeAllConnections()
      for (const socket of upgraded) socket.destroy()
      await new Promise<void>(resolve => server.close(() => resolve()))
    },
  }
}

/** The head of an answer as it came. */
function headOf(answer: IncomingMessage): string {
  const lines = [`HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}`]
  for (let at = 0; at < answer.rawHeaders.length; at += 2)
    lines.push(`${answer.rawHeaders[at]}: ${answer.rawHeaders[at + 1]}`)
  return `${lines.join('\r\n')}\r\n\r\n`
}
