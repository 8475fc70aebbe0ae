/** Targets over each protocol and clients that use the proxy as browsers do; tests only. */
import { once } from 'node:events'
import { createServer, request as plainRequest } from 'node:http'
import { type ClientHttp2Session, connect as connectHttp2, createSecureServer } from 'node:http2'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo, Server, Socket } from 'node:net'
import { connect as connectSecure, type TLSSocket } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { WebSocketServer } from 'ws'
import { authorityCertificate, hostCertificate, newKeyPair } from './certificates/certificate.ts'

const dayMs = 86_400_000
const keys = newKeyPair()
const issuer = { name: 'Targets', keys: newKeyPair() }
const validity = { from: new Date(Date.now() - dayMs), until: new Date(Date.now() + dayMs) }
/** The authority that signed the certificates of the targets. */
export const targetAuthority = authorityCertificate(issuer, validity)
const tls = {
  key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }),
  cert: hostCertificate('127.0.0.1', keys.publicKey, issuer, validity),
}

export interface TestTarget {
  readonly port: number
  close(): void
}

const listen = async (server: Server): Promise<TestTarget> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}

/** Answers with what it got; `/zipped` compressed; `/endless` without an end; `/never` not at all. */
export const startPlainTarget = (): Promise<TestTarget> => {
  const server = createServer(answer)
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', socket =>
    socket.on('message', (data: Buffer) => socket.send(`echo ${data.toString()}`)),
  )
  return listen(server)
}
export const startSecureTarget = (): Promise<TestTarget> => listen(createHttpsServer(tls, answer))
export const startHttp2Target = (): Promise<TestTarget> => {
  const server = createSecureServer(tls)
  server.on('stream', (stream, headers) => {
    let body = ''
    stream.on('data', (chunk: Buffer) => (body += String(chunk)))
    stream.on('end', () => {
      stream.respond({ ':status': 200, 'content-type': 'application/json' })
      stream.end(JSON.stringify({ method: headers[':method'], path: headers[':path'], body }))
    })
  })
  return listen(server)
}

const answer: Parameters<typeof createServer>[1] = (request, response) => {
  const { method, url = '', headers } = request
  if (url === '/never') return
  if (url === '/endless') {
    const more = (): void => {
      while (response.write(Buffer.alloc(65_536))) if (response.destroyed) return
    }
    response.on('drain', more)
    more()
    return
  }
  let body = ''
  request.on('data', (chunk: Buffer) => (body += String(chunk)))
  request.on('end', () => {
    const text = JSON.stringify({ method, url, body, headers })
    const isZipped = url === '/zipped'
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'alt-svc': 'h3=":443"',
      ...(isZipped && { 'content-encoding': 'gzip' }),
    })
    response.end(isZipped ? gzipSync(text) : text)
  })
}

/** What a proxy is asked with. */
export interface Through {
  readonly proxyPort: number
  readonly password?: string
}

const credentials = ({ password }: Through): Record<string, string> =>
  password === undefined
    ? {}
    : { 'proxy-authorization': `Basic ${Buffer.from(`any:${password}`).toString('base64')}` }

interface Answer {
  readonly status: number
  readonly text: string
  readonly headers: Readonly<Record<string, unknown>>
}

interface Sent {
  readonly method?: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A request for a whole address. */
export const send = (through: Through, url: string, { method = 'GET', body = '', headers = {} }: Sent = {}) =>
  answerOf(
    plainRequest({
      host: '127.0.0.1',
      port: through.proxyPort,
      method,
      path: url,
      agent: false,
      headers: { host: new URL(url).host, ...credentials(through), ...headers },
    }),
    body,
  )

const answerOf = (sent: ReturnType<typeof plainRequest>, body: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', response => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += String(chunk)))
      response.on('error', reject)
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }))
    })
    sent.end(body)
  })

/** Asks for a tunnel. @returns the status, and the connection behind it */
export function openTunnel(through: Through, place: string): Promise<{ status: number; socket: Socket }> {
  const sent = plainRequest({
    host: '127.0.0.1',
    port: through.proxyPort,
    method: 'CONNECT',
    path: place,
    agent: false,
    headers: { host: place, ...credentials(through) },
  })
  sent.end()
  return new Promise((resolve, reject) => {
    sent.on('error', reject)
    sent.on('connect', (response, socket) => resolve({ status: response.statusCode ?? 0, socket }))
  })
}

/** TLS inside a tunnel. */
export async function openSecure(
  through: Through,
  place: string,
  { authority, protocols }: { authority: string; protocols: string[] },
): Promise<TLSSocket> {
  const { socket } = await openTunnel(through, place)
  const host = place.slice(0, place.lastIndexOf(':'))
  const secure = connectSecure({ socket, host, ca: authority, ALPNProtocols: protocols })
  await once(secure, 'secureConnect')
  return secure
}

export const sendInside = (
  socket: Socket,
  place: string,
  path: string,
  { method = 'GET', body = '' }: Sent = {},
) => answerOf(plainRequest({ method, path, headers: { host: place }, createConnection: () => socket }), body)

export async function sendHttp2(session: ClientHttp2Session, path: string, body: string): Promise<Answer> {
  const stream = session.request({ ':path': path, ':method': 'POST' })
  let headers: Record<string, unknown> = {}
  let text = ''
  stream.on('response', given => {
    headers = given
  })
  stream.on('data', (chunk: Buffer) => (text += String(chunk)))
  stream.end(body)
  await once(stream, 'end')
  return { status: Number(headers[':status']), text, headers }
}

export const openHttp2 = (socket: TLSSocket, place: string): ClientHttp2Session =>
  connectHttp2(`https://${place}`, { createConnection: () => socket })
