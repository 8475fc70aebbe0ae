/** Real HTTP/2 servers on loopback for tests: secure ones with and without HTTP/1.1, and one without TLS. */
import {
  createSecureServer,
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
  type ServerOptions,
} from 'node:http2'
import type { AddressInfo, Socket } from 'node:net'
import { makeCertificate } from '../test-certificate.ts'
import { serveRaw, type TestServer } from '../test-servers.ts'

/** A listening server that counts. */
export class H2TestServer {
  /** Requests that came, whatever became of them. */
  requests = 0
  /** Connections that became HTTP/2 sessions. */
  accepted = 0
  readonly sessions = new Set<ServerHttp2Session>()
  readonly server: Http2Server
  #scheme: string

  private constructor(scheme: string, server: Http2Server, onStream: OnStream) {
    this.#scheme = scheme
    this.server = server
    server.on('session', session => {
      this.accepted++
      this.sessions.add(session)
      session.on('error', () => undefined)
      session.on('close', () => this.sessions.delete(session))
    })
    server.on('stream', (stream, headers) => {
      this.requests++
      stream.on('error', () => undefined)
      onStream(stream, headers)
    })
  }

  /** HTTP/2 without TLS, by prior knowledge. */
  static plain(onStream: OnStream, options: ServerOptions = {}): Promise<H2TestServer> {
    return new H2TestServer('http', createServer(options), onStream).listen()
  }

  /** HTTP/2 over TLS; `allowHTTP1` offers both. */
  static secure(
    onStream: OnStream,
    options: ServerOptions & { allowHTTP1?: boolean } = {},
  ): Promise<H2TestServer> {
    return new H2TestServer(
      'https',
      createSecureServer({ ...makeCertificate(), ...options }),
      onStream,
    ).listen()
  }

  async listen(port = 0): Promise<this> {
    await new Promise<void>(resolve => this.server.listen(port, '127.0.0.1', resolve))
    return this
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port
  }

  get url(): string {
    return `${this.#scheme}://127.0.0.1:${this.port}`
  }

  close(): Promise<void> {
    return new Promise(resolve => {
      this.server.close(() => resolve())
      for (const session of this.sessions) session.destroy()
    })
  }
}

const prefaceBytes = 24
const frameHeadBytes = 9
const headersFrame = 1
const emptySettings = Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0])

/** A server without TLS that answers the first request of each connection by these frames, whatever they are. */
export function serveFrames(frames: Buffer): Promise<TestServer> {
  const received = new WeakMap<Socket, Buffer>()
  return serveRaw(
    (socket, text) => {
      const bytes = Buffer.concat([received.get(socket) ?? Buffer.alloc(0), Buffer.from(text, 'latin1')])
      received.set(socket, bytes)
      for (let at = prefaceBytes; at + frameHeadBytes <= bytes.length; ) {
        if (bytes[at + 3] === headersFrame) {
          received.set(socket, Buffer.alloc(0))
          socket.removeAllListeners('data').resume()
          return socket.write(frames)
        }
        at += frameHeadBytes + bytes.readUIntBE(at, 3)
      }
    },
    socket => void socket.write(emptySettings),
  )
}

type OnStream = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void
