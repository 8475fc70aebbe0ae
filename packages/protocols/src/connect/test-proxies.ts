/** Real proxies on loopback for tests: an HTTP proxy that forwards and tunnels, and a SOCKS5 proxy. */
import { createServer as createHttpServer, request as sendRequest } from 'node:http'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** A running proxy. */
export interface TestProxy {
  readonly port: number
  /** Connections accepted, and what was asked of it in order, with the credentials that came along. */
  readonly accepted: number
  readonly asked: readonly string[]
  close(): Promise<void>
}

/** What a proxy does besides leading on. */
export interface ProxyBehaviour {
  /** `user:password` that it asks for; empty = none. */
  credentials?: string
  /** Names that only the proxy can resolve. */
  names?: Readonly<Record<string, string>>
  /** Answers instead of leading on: an HTTP status, or a SOCKS5 reply code. */
  refusal?: number
  /** Holds back that it is connected until the target has spoken, so that both arrive together. */
  waitsForTarget?: boolean
}

/** An HTTP proxy: absolute addresses and CONNECT. */
export function serveHttpProxy({
  credentials = '',
  names = {},
  refusal,
  waitsForTarget = false,
}: ProxyBehaviour = {}): Promise<TestProxy> {
  const asked: string[] = []
  const isAllowed = (authorization: string | undefined) =>
    credentials === '' || authorization === `Basic ${btoa(credentials)}`
  const server = createHttpServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    if (!isAllowed(request.headers['proxy-authorization'])) return response.writeHead(407).end('credentials')
    const { hostname, port, pathname, search } = new URL(request.url ?? '')
    const { 'proxy-authorization': _, ...headers } = request.headers
    const { method = 'GET' } = request
    const target = { host: names[hostname] ?? hostname, port, path: pathname + search, method, headers }
    return request.pipe(
      sendRequest(target, answer => {
        response.writeHead(answer.statusCode ?? 0, answer.headers)
        answer.pipe(response)
      }),
    )
  })
  server.on('connect', (request, socket: Duplex) => {
    asked.push(`CONNECT ${request.url}`)
    socket.on('error', () => socket.destroy())
    const status = refusal ?? (isAllowed(request.headers['proxy-authorization']) ? 200 : 407)
    if (status !== 200) return void socket.end(`HTTP/1.1 ${status} Refused\r\nContent-Length: 0\r\n\r\n`)
    const { hostname, port } = new URL(`http://${request.url}`)
    const joinAfter = (bytes: Buffer) => {
      socket.write(bytes)
      join(socket, onward)
    }
    const onward = connect(Number(port || 80), names[hostname] ?? hostname.replace(/^\[|\]$/g, ''), () => {
      const answer = Buffer.from('HTTP/1.1 200 Connection established\r\nVia: test\r\n\r\n')
      if (!waitsForTarget) return joinAfter(answer)
      onward.once('data', chunk => joinAfter(Buffer.concat([answer, chunk])))
    })
    onward.on('error', () => socket.end('HTTP/1.1 502 Bad gateway\r\n\r\n'))
  })
  return listen(server, asked)
}

/** A SOCKS5 proxy; it answers byte by byte, as a network may. */
export function serveSocks5({
  credentials = '',
  names = {},
  refusal,
  waitsForTarget = false,
}: ProxyBehaviour = {}): Promise<TestProxy> {
  const asked: string[] = []
  const server = createServer(socket => {
    socket.on('error', () => socket.destroy())
    socket.setNoDelay(true)
    const takeBytes = byteReader(socket)
    const answer = (...bytes: number[]) => {
      for (const byte of bytes) socket.write(Buffer.from([byte]))
    }
    const serve = async () => {
      const [, methodCount = 0] = await takeBytes(2)
      const methods = [...(await takeBytes(methodCount))]
      const method = credentials === '' ? 0 : 2
      if (!methods.includes(method)) return answer(5, 0xff)
      answer(5, method)
      if (method === 2) {
        const [, userLength = 0] = await takeBytes(2)
        const user = String(await takeBytes(userLength))
        const [passwordLength = 0] = await takeBytes(1)
        const isRight = `${user}:${String(await takeBytes(passwordLength))}` === credentials
        answer(1, isRight ? 0 : 1)
        if (!isRight) return
      }
      const [, , , kind = 0] = await takeBytes(4)
      const host = await readHost(kind, takeBytes)
      const port = (await takeBytes(2)).readUInt16BE()
      asked.push(`${kind} ${host}:${port}`)
      const reply = (code: number) => answer(5, code, 0, 1, 127, 0, 0, 1, 0, 0)
      if (refusal !== undefined) return reply(refusal)
      const joinAfter = (first: Buffer) => {
        socket.write(Buffer.concat([Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 0]), first]))
        join(socket, onward)
      }
      const onward = connect(port, names[host] ?? host, () => {
        if (waitsForTarget) onward.once('data', chunk => joinAfter(chunk))
        else joinAfter(Buffer.alloc(0))
      })
      onward.on('error', () => reply(5))
    }
    void serve()
  })
  return listen(server, asked)
}

async function readHost(kind: number, takeBytes: (count: number) => Promise<Buffer>): Promise<string> {
  if (kind === 1) return [...(await takeBytes(4))].join('.')
  if (kind === 4) return ((await takeBytes(16)).toString('hex').match(/.{4}/g) ?? []).join(':')
  const [length = 0] = await takeBytes(1)
  return String(await takeBytes(length))
}

/** Gives a connection's bytes as many at a time as asked for; what is left when it is joined to another stays unread. */
function byteReader(socket: Socket): (count: number) => Promise<Buffer> {
  return count =>
    new Promise(resolve => {
      const tryRead = () => {
        const bytes: unknown = count === 0 ? Buffer.alloc(0) : socket.read(count)
        if (!Buffer.isBuffer(bytes)) return
        socket.off('readable', tryRead)
        resolve(bytes)
      }
      socket.on('readable', tryRead)
      tryRead()
    })
}

function join(left: Duplex, right: Socket): void {
  right.on('error', () => left.destroy())
  left.on('close', () => right.destroy())
  right.on('close', () => left.destroy())
  left.pipe(right).pipe(left)
}

async function listen(server: Server, asked: string[]): Promise<TestProxy> {
  const sockets = new Set<Socket>()
  let accepted = 0
  server.on('connection', socket => {
    accepted++
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    get accepted() {
      return accepted
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
