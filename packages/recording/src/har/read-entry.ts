/** Makes an exchange of an entry of a HAR file, or tells why there is none. */

import { httpMethods } from '@pone/protocols/http/definition/request.ts'
import { decodedUrl } from '@pone/schema/decoded-url.ts'
import { mimeOf } from '@pone/schema/mime-type.ts'
import { basicAuthorization } from '../http/base64.ts'
import { headerOf } from '../http/header-names.ts'
import { isSearched, setCookiesOf } from '../http/response-texts.ts'
import type { LeftList } from '../model/left.ts'
import type { Pair, RecordedExchange, RecordedResponse } from '../model/recording.ts'
import { bodyOfEntry, textOfBase64 } from './har-body.ts'
import { type HarEntry, harEntrySchema } from './har-schema.ts'
import { isSocket, socketOf } from './web-socket.ts'

interface EntryPlace {
  /** Of the entry in the file. */
  readonly number: number
  /** Of the exchange among those that were read. */
  readonly index: number
  readonly left: LeftList
}

export function readEntry(value: unknown, { number, index, left }: EntryPlace): RecordedExchange | null {
  const position = `log.entries[${number}]`
  const parsed = harEntrySchema.safeParse(value)
  if (!parsed.success) {
    left.add(position, 'badField', { field: parsed.error.issues[0]?.path.join('.') ?? '' })
    return null
  }
  const entry = parsed.data
  const { request, response } = entry
  const method = request.method.toUpperCase()
  const isOfSocket = isSocket(entry)
  const url = URL.parse(request.url.replace(/^ws(?=s?:)/i, 'http'))
  // Queries hold secrets, and places are shown.
  const place = `${position} ${method} ${(request.url.split(/[?#]/)[0] ?? '').slice(0, 200)}`
  if (!httpMethods.some(known => known === method)) left.add(place, 'method', { name: method })
  else if (url === null || !/^https?:$/.test(url.protocol)) left.add(place, 'notHttp')
  else if (response === null || (response.status ?? 0) < 100) left.add(place, 'noAnswer')
  else {
    const socket = isOfSocket ? socketOf(entry, { place, left }) : null
    if (isOfSocket && socket === null) return null
    const headers = [...credentialsOf(url), ...request.headers]
    return {
      index,
      place,
      name: '',
      pageId: entry.pageref === '' ? null : entry.pageref,
      startedAtMs: Number.isNaN(Date.parse(entry.startedDateTime)) ? null : Date.parse(entry.startedDateTime),
      // That of a connection lasts until its end.
      durationMs: isOfSocket ? 0 : Math.max(0, entry.time ?? 0),
      method,
      url: plainAddress(url),
      host: url.host,
      headers,
      body: bodyOfEntry(request, { place, left }),
      response: responseOf(response, url),
      isFromCache: entry._fromCache !== '',
      isDocument: isDocument(entry),
      expectedStatus: null,
      ...(socket !== null && { socket }),
    }
  }
  return null
}

/** Without fragment and credentials, neither of which is sent. */
function plainAddress(url: URL): string {
  const plain = new URL(url)
  plain.hash = ''
  plain.username = ''
  plain.password = ''
  return plain.href
}

/** The header that a browser makes of credentials in an address. */
function credentialsOf({ username, password }: URL): Pair[] {
  if (username === '') return []
  return [basicAuthorization(decodedUrl(`${username}:${password}`))]
}

function responseOf(response: NonNullable<HarEntry['response']>, url: URL): RecordedResponse {
  const { headers, content, bodySize } = response
  const status = response.status ?? 0
  const target = response.redirectURL || headerOf(headers, 'location')
  const redirect = status >= 300 && status < 400 && target !== '' ? URL.parse(target, url) : null
  const sizes = [bodySize, content?.size ?? null].filter(size => size !== null && size >= 0)
  const contentType = mimeOf(content?.mimeType ?? '') || mimeOf(headerOf(headers, 'content-type'))
  const text = content?.encoding === 'base64' ? textOfBase64(content.text) : (content?.text ?? '')
  return {
    status,
    contentType,
    sizeBytes: sizes[0] ?? null,
    redirectUrl: redirect === null ? null : plainAddress(redirect),
    headers,
    setCookies: setCookiesOf(headers),
    body: text !== null && text !== '' && isSearched(contentType, text.length) ? text : null,
  }
}

function isDocument({ request, response, _resourceType }: HarEntry): boolean {
  if (_resourceType !== '') return _resourceType === 'document'
  const destination = headerOf(request.headers, 'sec-fetch-dest')
  if (destination !== '') return destination === 'document'
  const type = mimeOf(response?.content?.mimeType ?? '')
  const isCall = headerOf(request.headers, 'x-requested-with') !== ''
  return type === 'text/html' && !isCall && /text\/html/.test(headerOf(request.headers, 'accept'))
}
