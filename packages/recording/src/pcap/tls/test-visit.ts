/** Visits over TLS for tests, with the secrets of their connections. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { connect as connectHttp2, createSecureServer } from 'node:http2'
import { request } from 'node:https'
import { type ConnectionOptions, connect } from 'node:tls'
import { promisify } from 'node:util'
import type { TestConnection } from '../test-capture.ts'
import { portOf, recordedTraffic } from '../test-traffic.ts'

export interface TlsVisit {
  readonly connection: TestConnection
  /** As SSLKEYLOGFILE has it. */
  readonly keyLog: string
}

interface VisitOptions extends Pick<ConnectionOptions, 'ciphers' | 'maxVersion' | 'minVersion'> {
  readonly isHttp2?: boolean
  /** Sent instead of requests. */
  readonly text?: string
}

export const longText = 'Two lines of tea, 茶。\n'.repeat(3_000)

const certificateOrder =
  'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=shop.example -keyout - -out -'

/** A server of a shop over TLS, while `use` uses it. */
export async function withTlsServer<T>(use: (port: number) => Promise<T>): Promise<T> {
  const { stdout: pem } = await promisify(execFile)('openssl', certificateOrder.split(' '))
  const server = createSecureServer({ key: pem, cert: pem, allowHTTP1: true, minVersion: 'TLSv1.2' })
  server.on('request', (asked, answer) => {
    asked.resume().once('end', () => {
      answer.setHeader(
        'content-type',
        asked.url === '/long' ? 'text/plain; charset=utf-8' : 'application/json',
      )
      answer.end(asked.url === '/long' ? longText : '{"id":"a81bc81b"}')
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    return await use(portOf(server))
  } finally {
    server.close()
  }
}

/** Orders, then reads something long. */
export async function tlsVisit({ isHttp2 = false, text, ...options }: VisitOptions): Promise<TlsVisit> {
  const lines: string[] = []
  const connection = await withTlsServer(serverPort =>
    recordedTraffic(serverPort, async port => {
      const socket = connect({
        port,
        host: '127.0.0.1',
        rejectUnauthorized: false,
        ALPNProtocols: [isHttp2 ? 'h2' : 'http/1.1'],
        ...options,
      })
      socket.on('keylog', (line: Buffer) => lines.push(String(line)))
      await once(socket, 'secureConnect')
      if (text === undefined) return (isHttp2 ? visitByHttp2 : visitByHttp1)(socket)
      socket.resume().end(text)
      await once(socket, 'close')
    }),
  )
  return { connection, keyLog: `# written by a client\n${lines.join('')}` }
}

async function visitByHttp1(socket: ReturnType<typeof connect>): Promise<void> {
  for (const [path, body] of [
    ['/orders', '{"id":12}'],
    ['/long', undefined],
  ] as const) {
    const asked = request({
      createConnection: () => socket,
      path,
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        host: 'shop.example',
        connection: 'keep-alive',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
    })
    asked.end(body)
    const [answer] = (await once(asked, 'response')) as [NodeJS.ReadableStream]
    await once(answer.resume(), 'end')
  }
  socket.end()
  await once(socket, 'close')
}

async function visitByHttp2(socket: ReturnType<typeof connect>): Promise<void> {
  const session = connectHttp2('https://shop.example', { createConnection: () => socket })
  for (const [path, body] of [
    ['/orders', '{"id":12}'],
    ['/long', undefined],
  ] as const) {
    const headers = { ':path': path, ':method': body === undefined ? 'GET' : 'POST' }
    const stream = session.request(
      body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    )
    stream.end(body)
    await once(stream.resume(), 'end')
  }
  session.close()
  await once(session, 'close')
}
