/** Passes a stream of HTTP/2 on to a target that speaks it too, and gathers both directions. */
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  constants,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2'
import type { Exchange, Pair } from '../exchange/exchange.ts'
import { originOf, type Target } from '../target/target.ts'
import { faultAnswer, finishWithout, type Passing } from './passing.ts'

export async function passStream(
  passing: Passing,
  target: Target,
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
): Promise<void> {
  const { recording, upstream } = passing
  const exchange = recording.begin({
    method: headers[':method'] ?? 'GET',
    url: `${originOf(target)}${headers[':path'] ?? '/'}`,
    httpVersion: 'HTTP/2.0',
    headers: pairsOf(headers),
  })
  stream.on('data', (chunk: Buffer) => recording.takeRequest(exchange, chunk))
  stream.pause()
  // The client may end it at any time.
  stream.on('error', () => undefined)
  const fail = (cause: unknown): void => {
    if (stream.destroyed || stream.headersSent) stream.close(constants.NGHTTP2_INTERNAL_ERROR)
    else {
      const answer = faultAnswer(cause, target)
      stream.respond({ ':status': answer.status, ...answer.headers })
      stream.end(answer.body)
    }
    finishWithout(recording, exchange)
  }
  try {
    const protocol = await upstream.protocolOf(target)
    if (protocol.name !== 'h2') throw new Error('the target no longer speaks HTTP/2')
    if (stream.destroyed) return finishWithout(recording, exchange)
    passOn(passing, exchange, { stream, sent: requestOf(protocol.session, stream, headers), fail })
  } catch (cause) {
    fail(cause)
  }
}

function requestOf(
  session: ClientHttp2Session,
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
): ClientHttp2Stream {
  return session.request(passed(headers), { endStream: stream.endAfterHeaders })
}

interface Streams {
  readonly stream: ServerHttp2Stream
  readonly sent: ClientHttp2Stream
  readonly fail: (cause: unknown) => void
}

function passOn(
  { recording, silenceMs }: Passing,
  exchange: Exchange,
  { stream, sent, fail }: Streams,
): void {
  let trailers: OutgoingHttpHeaders = {}
  sent.setTimeout(silenceMs, () => sent.close(constants.NGHTTP2_CANCEL))
  sent.on('error', fail)
  sent.once('finish', () => {
    exchange.sentAtMs = Date.now()
  })
  sent.on('response', (headers, flags) => {
    exchange.firstByteAtMs = Date.now()
    exchange.status = headers[':status'] ?? 0
    exchange.responseHeaders = pairsOf(headers)
    if (stream.destroyed) return
    const endStream = (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0
    const { 'alt-svc': _, ...rest } = passed(headers)
    stream.respond(rest, endStream ? { endStream } : { waitForTrailers: true })
    if (!endStream) sent.pipe(stream)
  })
  sent.on('data', (chunk: Buffer) => recording.takeResponse(exchange, chunk))
  // The event is typed without its argument.
  sent.on('trailers', (given: IncomingHttpHeaders) => {
    trailers = passed(given)
  })
  stream.on('wantTrailers', () => {
    if (!stream.destroyed) stream.sendTrailers(trailers)
  })
  sent.on('close', () => {
    if (exchange.status === 0) fail(new Error('the target closed the connection'))
    else if (sent.rstCode !== 0 && !stream.destroyed) stream.close(sent.rstCode)
    recording.finish(exchange)
  })
  stream.on('close', () => sent.close(constants.NGHTTP2_CANCEL))
  if (!stream.endAfterHeaders) stream.pipe(sent)
  else stream.resume()
}

/** Names that HTTP/2 forbids are left out: no client sends them, but targets do. */
function passed(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const kept: OutgoingHttpHeaders = {}
  for (const [name, value] of Object.entries(headers))
    if (!/^(connection|keep-alive|proxy-.*|transfer-encoding|upgrade|http2-settings)$/.test(name))
      kept[name] = value
  return kept
}

function pairsOf(headers: IncomingHttpHeaders): Pair[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    name.startsWith(':') || value === undefined
      ? []
      : [value].flat().map(each => ({ name, value: String(each) })),
  )
}
