/** A target of a journey's own: a small HTTP server that records requests and answers as the journey defines. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export interface Answer {
  readonly contentType: string
  readonly body: string
}

export interface Target {
  /** Without a slash at its end. */
  readonly address: string
  /** All requests so far, in the order in which they were complete. */
  readonly received: readonly Received[]
  close(): Promise<void>
}

export async function startTarget(answerTo: (request: Received) => Answer): Promise<Target> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      const whole = { method, path, headers, body: Buffer.concat(chunks) }
      received.push(whole)
      const { contentType, body } = answerTo(whole)
      response.writeHead(200, { 'content-type': contentType }).end(body)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    received,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
