/** A visit over HTTP/2 in clear for tests: several streams of one connection, long headers, padding, trailers. */
import { once } from 'node:events'
import { type ClientHttp2Session, connect, constants, createServer, type Http2Server } from 'node:http2'
import type { TestConnection } from '../test-capture.ts'
import { portOf, recordedTraffic } from '../test-traffic.ts'

/** Of a request that needs several frames. */
export const longHeader = Array.from({ length: 9_000 }, (_, at) => at.toString(36)).join('.')

function startServer(): Http2Server {
  const server = createServer({ paddingStrategy: constants.PADDING_STRATEGY_MAX })
  server.on('stream', (stream, headers) => {
    const path = headers[':path'] ?? ''
    stream.resume().once('end', () => {
      const answer = { ':status': 200, 'content-type': 'application/json', 'x-path': path }
      stream.respond(answer, { waitForTrailers: true })
      stream.once('wantTrailers', () => stream.sendTrailers({ 'x-checksum': '1' }))
      stream.end(JSON.stringify({ path, text: 'tea '.repeat(10_000) }))
    })
  })
  return server
}

async function ask(session: ClientHttp2Session, path: string, body?: string): Promise<void> {
  const headers = { ':path': path, ':method': body === undefined ? 'GET' : 'POST', cookie: ['a=1', 'b=2'] }
  const type = body === undefined ? {} : { 'content-type': 'application/json', 'x-long': longHeader }
  const stream = session.request({ ...headers, ...type })
  stream.end(body)
  await once(stream.resume(), 'end')
}

export async function http2Visit(): Promise<TestConnection> {
  const server = startServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    return await recordedTraffic(portOf(server), async port => {
      const session = connect(`http://127.0.0.1:${port}`, {
        paddingStrategy: constants.PADDING_STRATEGY_MAX,
        maxSendHeaderBlockLength: 200_000,
      })
      await Promise.all(['/first?a=1', '/second', '/third'].map(path => ask(session, path)))
      await ask(session, '/order', '{"id":"茶"}')
      await ask(session, '/last')
      session.close()
      await once(session, 'close')
    })
  } finally {
    server.close()
  }
}
