/** A server in a thread of its own, so that it answers while the client's thread is held up; counts connections, answers and cancelled streams. */
import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttp2Server, createSecureServer } from 'node:http2'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo, Server, Socket } from 'node:net'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { WebSocketServer } from 'ws'
import { makeCertificate } from './http/test-certificate.ts'

/** What it speaks. */
export type KeptServerKind = 'http' | 'https' | 'h2c' | 'h2' | 'ws' | 'wss'

/** A server that listens. */
export interface KeptServer {
  readonly url: string
  readonly connections: number
  /** Answers whose bytes the system has taken. */
  readonly answers: number
  /** Streams of HTTP/2 that the client cancelled. */
  readonly cancelled: number
  /** Holds the calling thread up until there are more answers than that; at most for 2 s. */
  holdUntilAnswered(beyond: number): void
  close(): Promise<unknown>
}

const place = { connections: 0, answers: 1, cancelled: 2 }
const longestHoldMs = 2_000

/** Starts one. `/early` answers 413 without reading the body; everything else answers once the body is read. */
export async function startKeptServer(kind: KeptServerKind): Promise<KeptServer> {
  const counts = new Int32Array(new SharedArrayBuffer(12))
  const worker = new Worker(new URL(import.meta.url), { workerData: { kind, counts } })
  const [port] = (await once(worker, 'message')) as [number]
  const scheme = kind === 'h2' ? 'https' : kind === 'h2c' ? 'http' : kind
  return {
    url: `${scheme}://127.0.0.1:${port}`,
    get connections() {
      return Atomics.load(counts, place.connections)
    },
    get answers() {
      return Atomics.load(counts, place.answers)
    },
    get cancelled() {
      return Atomics.load(counts, place.cancelled)
    },
    holdUntilAnswered(beyond) {
      const now = Atomics.load(counts, place.answers)
      // oxlint-disable-next-line pone/no-test-sleep -- the next answer ends it
      if (now <= beyond) Atomics.wait(counts, place.answers, now, longestHoldMs)
    },
    // Ended from outside while it speaks HTTP/2, the thread would end the process too.
    async close() {
      const isEnded = once(worker, 'exit')
      worker.postMessage('end')
      await isEnded
    },
  }
}

function count(counts: Int32Array, index: number): void {
  Atomics.add(counts, index, 1)
  Atomics.notify(counts, index)
}

function serverOf(kind: KeptServerKind, counts: Int32Array): Server {
  const answered = () => count(counts, place.answers)
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/early') {
      request.pause()
      response.writeHead(413, { 'content-length': 2 }).end('no', answered)
      return
    }
    request.resume().on('end', () => response.end('ok', answered))
  }
  if (kind === 'http') return createHttpServer(answer)
  if (kind === 'https') return createHttpsServer(makeCertificate(), answer)
  if (kind === 'h2' || kind === 'h2c') {
    const server = kind === 'h2' ? createSecureServer(makeCertificate()) : createHttp2Server()
    return server.on('stream', stream => {
      stream.on('error', () => undefined)
      stream.on('close', () => {
        if (stream.rstCode !== 0) count(counts, place.cancelled)
      })
      stream.resume().on('end', () => {
        stream.respond({ ':status': 200 })
        stream.end('ok', answered)
      })
    })
  }
  const server = kind === 'wss' ? createHttpsServer(makeCertificate()) : createHttpServer()
  new WebSocketServer({ server }).on('connection', socket =>
    socket.on('message', data => socket.send(data, { binary: false }, answered)),
  )
  return server
}

if (!isMainThread && parentPort !== null) {
  const { kind, counts } = workerData as { kind: KeptServerKind; counts: Int32Array }
  const server = serverOf(kind, counts)
  const sockets = new Set<Socket>()
  parentPort.once('message', () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    count(counts, place.connections)
  })
  server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port))
}
