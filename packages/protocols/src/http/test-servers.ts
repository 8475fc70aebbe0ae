/** Real servers on loopback for tests of the HTTP client: well-behaved ones of Node and raw ones that answer with any bytes. */
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import type { CallOptions, HttpCall, HttpResult, Transport } from './exchange.ts'
import { makeCertificate } from './test-certificate.ts'

/** A listening server. */
export interface TestServer {
  /** `http://127.0.0.1:port` without a slash at the end. */
  url: string
  port: number
  /** Connections accepted so far. */
  readonly accepted: number
  close(): Promise<void>
}

/** An HTTP server of Node. */
export function serveHttp(listener: RequestListener, host = '127.0.0.1'): Promise<TestServer> {
  return listen(createHttpServer({ keepAliveTimeout: 60_000 }, listener), 'http', host)
}

/** An HTTPS server of Node with a self-signed certificate. */
export function serveHttps(listener: RequestListener, host = '127.0.0.1'): Promise<TestServer> {
  return listen(createHttpsServer(makeCertificate(), listener), 'https', host)
}

/** A server that does with each connection what it is told; `onRequest` gets what arrived, read by read. */
export function serveRaw(
  onRequest: (socket: Socket, text: string) => void,
  onConnection: (socket: Socket) => void = () => {},
): Promise<TestServer> {
  const server = createTcpServer(socket => {
    socket.on('error', () => socket.destroy())
    onConnection(socket)
    socket.on('data', data => onRequest(socket, data.toString('latin1')))
  })
  return listen(server, 'http', '127.0.0.1')
}

/** A server that answers the first request of each connection, drops the connection at the first bytes of the second, and counts both. */
export async function serveDropping() {
  let requests = 0
  const listening = createTcpServer(socket => {
    socket.on('error', () => socket.destroy())
    socket.once('data', () => {
      requests++
      socket.once('data', () => {
        requests++
        socket.resetAndDestroy()
      })
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
    })
  })
  const server = await listen(listening, 'http', '127.0.0.1')
  return {
    listening,
    url: server.url,
    close: () => server.close(),
    /** Requests whose first bytes came. */
    get requests() {
      return requests
    },
  }
}

/** What a test may want different in a call. */
export interface CallChanges extends Partial<Omit<CallOptions, 'transport'>> {
  headers?: HttpCall['headers']
  body?: HttpCall['body']
  transport?: Transport
}

const usualTransport: Transport = {
  keepAlive: true,
  repeatsDropped: true,
  httpVersion: '1.1',
  verifyTls: false,
  serverName: '',
  secureContext: null,
  reusesTlsSessions: true,
  proxy: null,
  dns: 'cached',
  ipFamily: 0,
  hosts: new Map(),
  sourceAddresses: [],
  bandwidth: null,
}

/** A transport with the usual settings but for the changes; calls that are to share connections must share it. */
export function transportOf(changes: Partial<Transport>): Transport {
  return { ...usualTransport, ...changes }
}

/** A call with the usual settings; all calls without a transport of their own share one. */
export function callOf(url: string, changes: CallChanges = {}): HttpCall {
  const { headers = [], body = null, ...options } = changes
  return {
    options: {
      method: 'GET',
      layers: [],
      transport: usualTransport,
      followRedirects: true,
      compression: true,
      connectTimeoutMs: 10_000,
      responseTimeoutMs: 20_000,
      wantsHeaders: true,
      wantsBody: true,
      maxBodyBytes: 1_048_576,
      ...options,
    },
    url,
    headers,
    body,
  }
}

/** Listens with a server of any kind on loopback. */
export async function listen(server: Server, scheme: string, host: string): Promise<TestServer> {
  const sockets = new Set<Socket>()
  let accepted = 0
  server.on('connection', socket => {
    accepted++
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>(resolve => server.listen(0, host, resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
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

/** The phases of an outcome by name. */
export function timingOf({ phasesUs: [dnsUs, connectUs, tlsUs, firstByteUs, transferUs] }: HttpResult) {
  return { dnsUs, connectUs, tlsUs, firstByteUs, transferUs }
}
