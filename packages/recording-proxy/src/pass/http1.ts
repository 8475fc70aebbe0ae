/** Passes a request on over HTTP/1.1 and its response back, chunk by chunk, and gathers both. */
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http'
import { type Exchange, pairsOf } from '../exchange/exchange.ts'
import { originOf, type Target } from '../target/target.ts'
import { faultAnswer, finishWithout, type Passing, passedHeaders } from './passing.ts'

export interface PassedRequest {
  readonly target: Target
  /** With its query. */
  readonly path: string
}

export async function passRequest(
  passing: Passing,
  { target, path }: PassedRequest,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { recording, upstream } = passing
  const { method = 'GET' } = request
  const headers = passedHeaders(request.rawHeaders, { isRequest: true })
  const exchange = recording.begin({
    method,
    url: `${originOf(target)}${path}`,
    httpVersion: 'HTTP/1.1',
    headers: pairsOf(headers),
  })
  request.on('data', (chunk: Buffer) => recording.takeRequest(exchange, chunk))
  request.pause()
  const fail = (cause: unknown): void => {
    if (response.headersSent || response.destroyed) response.destroy()
    else {
      const answer = faultAnswer(cause, target)
      response.writeHead(answer.status, { ...answer.headers, connection: 'close' }).end(answer.body)
    }
    finishWithout(recording, exchange)
  }
  try {
    const sent = await upstream.request({ target, method, path, headers })
    measure(sent, exchange)
    response.on('close', () => {
      if (response.writableFinished) return
      sent.destroy()
      finishWithout(recording, exchange)
    })
    sent.on('error', fail)
    sent.on('response', answer => passResponse(passing, exchange, answer, response))
    request.pipe(sent)
  } catch (cause) {
    fail(cause)
  }
}

function passResponse(
  { recording }: Passing,
  exchange: Exchange,
  answer: IncomingMessage,
  response: ServerResponse,
): void {
  const headers = passedHeaders(answer.rawHeaders, { isRequest: false })
  exchange.firstByteAtMs = Date.now()
  exchange.status = answer.statusCode ?? 0
  exchange.responseHeaders = pairsOf(answer.rawHeaders)
  response.sendDate = false
  answer.on('data', (chunk: Buffer) => recording.takeResponse(exchange, chunk))
  answer.on('end', () => recording.finish(exchange))
  // Cut off: the browser must see that too.
  answer.on('error', () => {
    response.destroy()
    recording.finish(exchange)
  })
  try {
    response.writeHead(exchange.status, answer.statusMessage ?? '', headers)
    response.flushHeaders()
    answer.pipe(response)
  } catch {
    // A head that Node reads but does not write.
    answer.destroy()
    response.destroy()
  }
}

/** Takes down when the parts of the request happened. */
export function measure(sent: ClientRequest, exchange: Exchange): void {
  sent.once('finish', () => {
    exchange.sentAtMs = Date.now()
  })
  const askedAtMs = exchange.startedAtMs
  sent.once('socket', socket => {
    if (!socket.connecting) return
    const beganAtMs = Date.now()
    exchange.times.dnsMs = beganAtMs - askedAtMs
    let connectedAtMs = beganAtMs
    socket.once('connect', () => {
      connectedAtMs = Date.now()
      exchange.times.connectMs = connectedAtMs - beganAtMs
    })
    socket.once('secureConnect', () => {
      exchange.times.tlsMs = Date.now() - connectedAtMs
    })
  })
}
