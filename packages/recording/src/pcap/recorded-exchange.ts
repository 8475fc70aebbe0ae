/** Makes an exchange of a recording of a captured request and its response. */
import { httpMethods } from '@pone/protocols/http/definition/request.ts'
import { mimeOf } from '@pone/schema/mime-type.ts'
import { headerOf } from '../http/header-names.ts'
import { isSearched, setCookiesOf } from '../http/response-texts.ts'
import type { Conversation } from '../model/conversation.ts'
import type { LeftList } from '../model/left.ts'
import type {
  Pair,
  RecordedBody,
  RecordedExchange,
  RecordedResponse,
  RecordedSocket,
} from '../model/recording.ts'
import { decompressed } from './http1/decompressed.ts'
import type { RequestHead, ResponseHead } from './http1/head.ts'
import type { SocketTalk } from './websocket/talk.ts'

/** A message with what is kept of its body. */
export interface KeptMessage<H> {
  readonly head: H
  readonly startedAtMs: number
  readonly endedAtMs: number
  readonly bodyBytes: number
  readonly isCut: boolean
  /** null if it is not kept. */
  readonly body: Uint8Array<ArrayBuffer> | null
}

export interface KeptExchange {
  readonly request: KeptMessage<RequestHead>
  readonly response: KeptMessage<ResponseHead>
  readonly socket: SocketTalk | null
}

/** What a request step may hold of a body, characters. */
const maxBodyLength = 1_048_576

interface ExchangePlace {
  readonly index: number
  readonly conversation: Pick<Conversation, 'name' | 'server' | 'isDecrypted'>
  readonly left: LeftList
}

/** null if it cannot become a step, which is told. */
export async function recordedExchange(
  { request, response, socket }: KeptExchange,
  { index, conversation, left }: ExchangePlace,
): Promise<RecordedExchange | null> {
  const { headers } = request.head
  const method = request.head.method.toUpperCase()
  const url = urlOf(request.head, conversation)
  const place = placeOf(conversation, method, url?.href ?? request.head.target)
  if (!httpMethods.some(known => known === method)) left.add(place, 'method', { name: method })
  else if (url === null) left.add(place, 'notHttp')
  else if (response.head.status === 101 && socket === null) left.add(place, 'otherUpgrade')
  else {
    return {
      index,
      place,
      name: '',
      pageId: null,
      startedAtMs: request.startedAtMs,
      durationMs: Math.max(0, response.endedAtMs - request.startedAtMs),
      method,
      url: url.href,
      host: url.host,
      headers,
      body: await bodyOf(request, place, left),
      response: await responseOf(response, { url, place, left }),
      isFromCache: false,
      isDocument: isDocument(headers, response.head),
      expectedStatus: null,
      ...(socket !== null && { socket: recordedSocket(socket, response.head, { place, left }) }),
    }
  }
  return null
}

function recordedSocket(
  { messages, isCompressed, closed, unread }: SocketTalk,
  { headers }: ResponseHead,
  { place, left }: Pick<ExchangePlace, 'left'> & { readonly place: string },
): RecordedSocket {
  if (unread > 0) left.add(place, 'unreadMessages', { count: unread })
  const subprotocol = headerOf(headers, 'sec-websocket-protocol')
  return { subprotocol, isCompressed, messages, closed }
}

/** Without the query, which holds secrets, because places are shown. */
export const placeOf = ({ name }: Pick<Conversation, 'name'>, method: string, target: string): string =>
  `${name} ${method} ${(target.split(/[?#]/)[0] ?? '').slice(0, 200)}`

/** null for what is neither HTTP nor HTTPS. */
export function urlOf(
  { target, headers }: RequestHead,
  { server, isDecrypted }: Pick<Conversation, 'server' | 'isDecrypted'>,
): URL | null {
  const scheme = isDecrypted ? 'https' : 'http'
  const address = server.address.includes(':') ? `[${server.address}]` : server.address
  const host =
    headerOf(headers, 'host') ||
    (server.port === (isDecrypted ? 443 : 80) ? address : `${address}:${server.port}`)
  // Requests to a proxy have whole addresses; `OPTIONS *` is about the server.
  const url = URL.parse(
    /^[a-z]+:\/\//i.test(target) ? target : `${scheme}://${host}${target === '*' ? '/' : target}`,
  )
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  url.hash = ''
  url.username = ''
  url.password = ''
  return url
}

/** null without a body. */
async function bodyOf(
  { head, body, bodyBytes, isCut }: KeptMessage<RequestHead>,
  place: string,
  left: LeftList,
): Promise<RecordedBody | null> {
  const contentType = headerOf(head.headers, 'content-type')
  const recorded = { contentType, text: '', parts: [], isBinary: false }
  if (isCut) {
    left.add(place, 'bodyMissing')
    return recorded
  }
  if (bodyBytes === 0) return null
  const content = body === null ? null : await decompressed(body, headerOf(head.headers, 'content-encoding'))
  if (content === null || content.kind === 'tooLarge') {
    left.add(place, 'bodyTooLong', { limit: maxBodyLength })
    return { ...recorded, isBinary: true }
  }
  const text = content.kind === 'bytes' ? textOf(content.bytes, contentType) : null
  if (text === null) left.add(place, 'binaryBody')
  else if (text.length > maxBodyLength) left.add(place, 'bodyTooLong', { limit: maxBodyLength })
  else return { ...recorded, text }
  return { ...recorded, isBinary: true }
}

/** Whether a text may be in such a response that later requests repeat. */
export const keepsBody = ({ headers }: ResponseHead): boolean =>
  isSearched(mimeOf(headerOf(headers, 'content-type')), 0)

async function responseOf(
  { head, body, bodyBytes, isCut }: KeptMessage<ResponseHead>,
  { url, place, left }: { readonly url: URL; readonly place: string; readonly left: LeftList },
): Promise<RecordedResponse> {
  const { status, headers } = head
  const contentType = mimeOf(headerOf(headers, 'content-type'))
  const target = headerOf(headers, 'location')
  const redirect = status >= 300 && status < 400 && target !== '' ? URL.parse(target, url) : null
  if (redirect !== null) redirect.hash = ''
  if (isCut && keepsBody(head)) left.add(place, 'answerCut')
  return {
    status,
    contentType,
    sizeBytes: isCut ? null : bodyBytes,
    redirectUrl: redirect?.href ?? null,
    headers,
    setCookies: setCookiesOf(headers),
    body:
      body === null || body.length === 0 || isCut ? null : await searchedText(body, head, { place, left }),
  }
}

async function searchedText(
  body: Uint8Array<ArrayBuffer>,
  { headers }: ResponseHead,
  { place, left }: { readonly place: string; readonly left: LeftList },
): Promise<string | null> {
  const encoding = headerOf(headers, 'content-encoding')
  const content = await decompressed(body, encoding)
  if (content.kind === 'unknown' || content.kind === 'broken')
    left.add(place, 'answerCompressed', { name: encoding.slice(0, 40) })
  if (content.kind !== 'bytes') return null
  const type = headerOf(headers, 'content-type')
  const text = textOf(content.bytes, type)
  return text !== null && text !== '' && isSearched(mimeOf(type), text.length) ? text : null
}

/** null if the bytes are no text. */
function textOf(bytes: Uint8Array, contentType: string): string | null {
  // A form's files may be anything; they are uploaded anew in any case.
  if (/^multipart\//i.test(contentType)) return new TextDecoder().decode(bytes)
  const charset = /charset="?([\w-]+)/i.exec(contentType)?.[1] ?? 'utf-8'
  try {
    const text = new TextDecoder(charset, { fatal: true }).decode(bytes)
    // oxlint-disable-next-line no-control-regex -- what no text contains
    return /[\0-\x08\x0e-\x1f]/.test(text) ? null : text
  } catch {
    return null
  }
}

function isDocument(headers: readonly Pair[], response: ResponseHead): boolean {
  const destination = headerOf(headers, 'sec-fetch-dest')
  if (destination !== '') return destination === 'document'
  const isCall = headerOf(headers, 'x-requested-with') !== ''
  return (
    mimeOf(headerOf(response.headers, 'content-type')) === 'text/html' &&
    !isCall &&
    /text\/html/.test(headerOf(headers, 'accept'))
  )
}
