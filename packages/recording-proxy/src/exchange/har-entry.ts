/** An exchange as an entry of a HAR file. @see http://www.softwareishard.com/blog/har-12-spec/ */
import { decodedBody } from './decoded-body.ts'
import { contentTypeOf, type Exchange, headerOf } from './exchange.ts'
import type { KeptBody } from './kept-body.ts'

/** Of a decoded body. */
const maxDecodedBytes = 4 * 1024 ** 2

export async function harEntryOf(exchange: Exchange): Promise<object> {
  const { startedAtMs, endedAtMs, pageId, messages } = exchange
  return {
    ...(pageId !== null && { pageref: pageId }),
    startedDateTime: new Date(startedAtMs).toISOString(),
    time: Math.max(0, endedAtMs - startedAtMs),
    request: requestOf(exchange),
    response: await responseOf(exchange),
    cache: {},
    timings: timingsOf(exchange),
    ...(messages !== null && {
      _resourceType: 'websocket',
      _webSocketMessages: messages.map(({ isSent, atMs, opcode, data }) => ({
        type: isSent ? 'send' : 'receive',
        time: atMs / 1000,
        opcode,
        data: opcode === 1 ? data.toString() : data.toString('base64'),
      })),
    }),
  }
}

function requestOf({ method, url, httpVersion, requestHeaders, requestBody }: Exchange): object {
  const { sizeBytes } = requestBody
  const contentType = headerOf(requestHeaders, 'content-type')
  const isPlain = requestBody.isWhole && headerOf(requestHeaders, 'content-encoding') === ''
  return {
    method,
    url,
    httpVersion,
    cookies: [],
    headers: requestHeaders,
    queryString: [...(URL.parse(url)?.searchParams ?? [])].map(([name, value]) => ({ name, value })),
    headersSize: -1,
    bodySize: sizeBytes,
    ...(sizeBytes > 0 &&
      isPlain && { postData: { mimeType: contentType, ...textOf(requestBody.bytes(), contentType) } }),
  }
}

async function responseOf({ status, httpVersion, responseHeaders, responseBody }: Exchange): Promise<object> {
  const { sizeBytes } = responseBody
  const mimeType = headerOf(responseHeaders, 'content-type')
  return {
    status,
    statusText: '',
    httpVersion,
    cookies: [],
    headers: responseHeaders,
    redirectURL: headerOf(responseHeaders, 'location'),
    headersSize: -1,
    bodySize: sizeBytes,
    content: {
      mimeType,
      size: sizeBytes,
      ...(await contentOf(responseBody, {
        encoding: headerOf(responseHeaders, 'content-encoding'),
        mimeType,
      })),
    },
  }
}

interface Content {
  readonly encoding: string
  readonly mimeType: string
}

async function contentOf(body: KeptBody, { encoding, mimeType }: Content): Promise<object> {
  if (body.sizeBytes === 0) return {}
  const bytes = body.isWhole ? await decodedBody(body.bytes(), encoding, maxDecodedBytes) : null
  return bytes === null ? {} : { size: bytes.length, ...textOf(bytes, mimeType) }
}

/** Pictures, fonts and media are never searched for values nor compared. */
export const isKeptType = (headers: Exchange['responseHeaders']): boolean =>
  !/^(image|font|audio|video)\//.test(contentTypeOf(headers))

/** A text in its charset; base64 for what is none. */
function textOf(bytes: Buffer, contentType: string): { text: string; encoding?: 'base64' } {
  const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1] ?? 'utf-8'
  try {
    return { text: new TextDecoder(charset, { fatal: true }).decode(bytes) }
  } catch {
    return { text: bytes.toString('base64'), encoding: 'base64' }
  }
}

function timingsOf({ startedAtMs, sentAtMs, firstByteAtMs, endedAtMs, times }: Exchange): object {
  const { dnsMs, connectMs, tlsMs } = times
  const connected = (dnsMs ?? 0) + (connectMs ?? 0) + (tlsMs ?? 0)
  const answeredAtMs = firstByteAtMs || endedAtMs
  // An answer may come before the whole request was sent.
  const sendMs = Math.max(0, Math.min(sentAtMs || answeredAtMs, answeredAtMs) - startedAtMs - connected)
  return {
    blocked: -1,
    dns: dnsMs ?? -1,
    // Of HAR, the time of TLS is a part of the connection.
    connect: connectMs === null ? -1 : connectMs + (tlsMs ?? 0),
    ssl: tlsMs ?? -1,
    send: sendMs,
    wait: Math.max(0, answeredAtMs - startedAtMs - connected - sendMs),
    receive: Math.max(0, endedAtMs - answeredAtMs),
  }
}
