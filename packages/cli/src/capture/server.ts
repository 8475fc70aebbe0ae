/** The capture tool: an HTTP server on loopback through which a page of Pone lists interfaces, starts a capture, gets its packets and stops it. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import {
  type CaptureProgram,
  captureInterfaces,
  findProgram,
  type RunningCapture,
  startCapture,
} from '@pone/agent/recordings/capture-program.ts'
import { z } from 'zod'
import { type CaptureAccess, hasToken, pageHeaders, refusedPage } from './access.ts'

export interface CaptureLimits {
  readonly maxDurationMs: number
  readonly maxBytes: number
}

export interface CaptureServerOptions extends CaptureAccess {
  /** 0: any free one. */
  readonly port: number
  readonly limits: CaptureLimits
  readonly findProgram?: () => CaptureProgram | null
}

const maxOrderBytes = 4_096
const orderSchema = z.object({
  interface: z.string().min(1).max(128),
  filter: z.string().max(1_000).default(''),
})

export class CaptureServer {
  readonly #options: CaptureServerOptions
  readonly #server: Server
  #running: RunningCapture | null = null
  #isStarting = false

  constructor(options: CaptureServerOptions) {
    this.#options = options
    this.#server = createServer({ requestTimeout: 10_000, maxHeaderSize: 8_192 }, (request, response) => {
      this.#answer(request, response).catch(() => response.destroy())
    })
    this.#server.maxConnections = 20
  }

  /** @throws the fault of the system */
  async listen(): Promise<number> {
    this.#server.listen(this.#options.port, '127.0.0.1')
    await once(this.#server, 'listening')
    const address = this.#server.address()
    return address === null || typeof address === 'string' ? 0 : address.port
  }

  async close(): Promise<void> {
    this.#running?.stop()
    await this.#running?.ended
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = refusedPage(request, this.#options)
    if (refusal !== null) return send(response, 403, { code: refusal })
    for (const [name, value] of Object.entries(pageHeaders(request))) response.setHeader(name, value)
    if (request.method === 'OPTIONS') return send(response, 204, null)
    if (!hasToken(request, this.#options)) return send(response, 401, { code: 'token' })
    switch (`${request.method} ${request.url}`) {
      case 'GET /interfaces':
        return send(response, 200, {
          program: this.#program()?.name ?? null,
          interfaces: captureInterfaces(),
        })
      case 'POST /captures':
        return this.#capture(request, response)
      case 'POST /stop':
        this.#running?.stop()
        return send(response, 200, {})
      default:
        return send(response, 404, { code: 'unknown' })
    }
  }

  #program = (): CaptureProgram | null => (this.#options.findProgram ?? findProgram)()

  async #capture(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const order = orderSchema.safeParse(await bodyOf(request))
    const known = captureInterfaces().some(({ name }) => name === order.data?.interface)
    if (!order.success || !known) return send(response, 400, { code: 'badOrder' })
    const program = this.#program()
    if (program === null) return send(response, 503, { code: 'noProgram' })
    if (this.#running !== null || this.#isStarting) return send(response, 409, { code: 'busy' })
    this.#isStarting = true
    const running = await startCapture(program, order.data).finally(() => {
      this.#isStarting = false
    })
    if ('code' in running) return send(response, running.code === 'badFilter' ? 400 : 503, running)
    this.#running = running
    await this.#pass(running, response).finally(() => {
      this.#running = null
    })
  }

  /** Until it is stopped, the page has gone, or a limit is reached. */
  async #pass(running: RunningCapture, response: ServerResponse): Promise<void> {
    const { maxBytes, maxDurationMs } = this.#options.limits
    response.writeHead(200, { 'content-type': 'application/vnd.tcpdump.pcap', 'cache-control': 'no-store' })
    response.flushHeaders()
    const timer = setTimeout(() => running.stop(), maxDurationMs)
    response.once('close', () => running.stop())
    let bytes = 0
    try {
      for await (const piece of running.packets) {
        bytes += (piece as Buffer).length
        if (bytes > maxBytes) break
        if (!response.write(piece) && !response.destroyed)
          await Promise.race([once(response, 'drain'), once(response, 'close')])
        if (response.destroyed) break
      }
    } finally {
      clearTimeout(timer)
      running.stop()
      await running.ended
      response.end()
    }
  }
}

function send(response: ServerResponse, status: number, content: object | null): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(content === null ? undefined : JSON.stringify(content))
}

/** undefined if it is no JSON, or too long. A form of another page cannot send JSON without being asked for it. */
async function bodyOf(request: IncomingMessage): Promise<unknown> {
  if (request.headers['content-type'] !== 'application/json') return undefined
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of request) {
    length += (piece as Buffer).length
    if (length > maxOrderBytes) return undefined
    pieces.push(piece as Buffer)
  }
  try {
    return JSON.parse(Buffer.concat(pieces).toString())
  } catch {
    return undefined
  }
}
