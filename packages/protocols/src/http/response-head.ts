/** Reads the head of an answer straight from its bytes: only what the client needs is turned into text; used by the response parser. */

import { failureText } from './definition/failures.ts'
import type { HeadFields, KnownHead, ReadHead } from './known-head.ts'

/** Limits against hostile heads. */
export const maxHeadBytes = 262_144
export const maxHeaderCount = 2_000

const [tab, lf, cr, space, colonByte, equals] = [9, 10, 13, 32, 58, 61]
const usualCharset = 'charset=utf-8'
const prefix = Buffer.from('HTTP/1.')

/** Fields of one answer's head; reused from answer to answer. */
export class ResponseHead implements ReadHead {
  status = 0
  contentLength: number | null = null
  isChunked = false
  hasOtherTransferCoding = false
  keepsAlive = true
  keepAliveTimeoutMs: number | null = null
  location: string | null = null
  contentEncoding: string | null = null
  charset: string | null = null
  setCookies: string[] = []
  /** Filled only when wanted. */
  headers: [name: string, value: string][] = []
  /** Code and message of what makes the head unusable. */
  fault: readonly [code: string, message: string] | null = null
  #wantsHeaders = false
  #known: KnownHead | null = null

  /** Gets ready for the next answer, perhaps to a request whose answers are known to have heads like `known`. */
  start(wantsHeaders: boolean, known: KnownHead | null = null): void {
    this.#wantsHeaders = wantsHeaders
    this.#known = wantsHeaders ? null : known
    this.status = 0
    this.contentLength = null
    this.isChunked = false
    this.hasOtherTransferCoding = false
    this.keepsAlive = true
    this.keepAliveTimeoutMs = null
    this.location = null
    this.contentEncoding = null
    this.charset = null
    if (this.setCookies.length > 0) this.setCookies = []
    if (this.headers.length > 0) this.headers = []
    this.fault = null
  }

  /** Reads a whole head from `from` on; returns the position after it, or -1 when it is not whole yet or `fault` was set. */
  read(bytes: Buffer, from: number, to: number): number {
    const known = this.#known
    if (known === null) return this.#readAll(bytes, from, to)
    if (known.fields !== null && known.begins(bytes, from, to)) {
      this.#take(known.fields)
      return from + known.lengthBytes
    }
    const end = this.#readAll(bytes, from, to)
    if (end >= 0) known.keep(this, bytes, from, end)
    return end
  }

  #take(fields: HeadFields): void {
    this.status = fields.status
    this.contentLength = fields.contentLength
    this.isChunked = fields.isChunked
    this.hasOtherTransferCoding = fields.hasOtherTransferCoding
    this.keepsAlive = fields.keepsAlive
    this.keepAliveTimeoutMs = fields.keepAliveTimeoutMs
    this.location = fields.location
    this.contentEncoding = fields.contentEncoding
    this.charset = fields.charset
  }

  #readAll(bytes: Buffer, from: number, to: number): number {
    const line = this.#readStatusLine(bytes, from, to)
    if (line < 0) return -1
    let at = line
    for (let count = 0; at < to; count++) {
      const first = bytes[at]
      if (first === lf) return at + 1
      if (first === cr && at + 1 < to && bytes[at + 1] === lf) return at + 2
      if (first === cr && at + 1 >= to) return -1
      let colon = at
      while (colon < to && bytes[colon] !== colonByte && bytes[colon] !== lf) colon++
      if (colon >= to) return -1
      let end = colon
      while (end < to && bytes[end] !== lf) end++
      if (end >= to) return -1
      if (first === space || first === tab) this.#continueLine(bytes, at, end)
      else if (colon === end || colon === at)
        return this.#fail('protocol.header', failureText('badHeaderLine'))
      else if (count >= maxHeaderCount)
        return this.#fail('protocol.headerCount', failureText('tooManyHeaders'))
      else this.#readHeader(bytes, at, colon, end)
      if (this.fault !== null) return -1
      at = end + 1
    }
    return -1
  }

  #fail(code: string, message: string): -1 {
    this.fault = [code, message]
    return -1
  }

  #readStatusLine(bytes: Buffer, from: number, to: number): number {
    const known = Math.min(to - from, 7)
    for (let index = 0; index < known; index++) {
      if (bytes[from + index] !== prefix[index])
        return this.#fail('protocol.statusLine', failureText('notHttp'))
    }
    let end = from
    while (end < to && bytes[end] !== lf) end++
    if (end >= to) return -1
    const hundreds = (bytes[from + 9] ?? 0) - 48
    const tens = (bytes[from + 10] ?? 0) - 48
    const ones = (bytes[from + 11] ?? 0) - 48
    const after = bytes[from + 12]
    const isWhole =
      bytes[from + 8] === space &&
      hundreds >= 1 &&
      hundreds <= 9 &&
      tens >= 0 &&
      tens <= 9 &&
      ones >= 0 &&
      ones <= 9 &&
      (after === space || after === cr || after === lf)
    if (!isWhole) return this.#fail('protocol.statusLine', failureText('badStatusLine'))
    this.status = hundreds * 100 + tens * 10 + ones
    this.keepsAlive = bytes[from + 7] === 0x31
    return end + 1
  }

  #readHeader(bytes: Buffer, at: number, colon: number, end: number): void {
    let from = colon + 1
    let to = end
    while (from < to && (bytes[from] === space || bytes[from] === tab)) from++
    while (to > from && (bytes[to - 1] === cr || bytes[to - 1] === space || bytes[to - 1] === tab)) to--
    switch (colon - at) {
      case 8:
        if (isText(bytes, at, 'location')) this.location = bytes.toString('utf8', from, to)
        break
      case 10:
        if (isText(bytes, at, 'set-cookie')) this.setCookies.push(bytes.toString('utf8', from, to))
        else if (isText(bytes, at, 'connection')) this.#readConnection(bytes, from, to)
        else if (isText(bytes, at, 'keep-alive')) this.#readKeepAlive(bytes, from, to)
        break
      case 12:
        if (isText(bytes, at, 'content-type')) this.#readCharset(bytes, from, to)
        break
      case 14:
        if (isText(bytes, at, 'content-length')) this.#readContentLength(bytes, from, to)
        break
      case 16:
        if (isText(bytes, at, 'content-encoding')) this.contentEncoding = bytes.toString('latin1', from, to)
        break
      case 17:
        if (isText(bytes, at, 'transfer-encoding')) this.#readTransferEncoding(bytes, from, to)
        break
    }
    if (this.#wantsHeaders) {
      this.headers.push([bytes.toString('latin1', at, colon), bytes.toString('utf8', from, to)])
    }
  }

  /** A folded line (obsolete, but seen) belongs to the value before it. */
  #continueLine(bytes: Buffer, at: number, end: number): void {
    const last = this.headers.at(-1)
    if (last !== undefined) last[1] = `${last[1]} ${bytes.toString('utf8', at, end).trim()}`.trim()
  }

  #readConnection(bytes: Buffer, from: number, to: number): void {
    if (to - from === 10 && isText(bytes, from, 'keep-alive')) this.keepsAlive = true
    else if (to - from === 5 && isText(bytes, from, 'close')) this.keepsAlive = false
    else {
      const options = bytes
        .toString('latin1', from, to)
        .toLowerCase()
        .split(',')
        .map(option => option.trim())
      if (options.includes('keep-alive')) this.keepsAlive = true
      if (options.includes('close')) this.keepsAlive = false
    }
  }

  /** Makes no text for the usual cases: none named, or UTF-8. */
  #readCharset(bytes: Buffer, from: number, to: number): void {
    if (this.charset !== null) return
    let at = from
    while (at < to && bytes[at] !== equals) at++
    if (at === to) return
    if (to - from >= usualCharset.length && isText(bytes, to - usualCharset.length, usualCharset)) {
      this.charset = 'utf-8'
    } else {
      const named = /charset\s*=\s*"?([\w-]+)/i.exec(bytes.toString('latin1', from, to))?.[1]
      if (named !== undefined) this.charset = named.toLowerCase()
    }
  }

  #readKeepAlive(bytes: Buffer, from: number, to: number): void {
    const seconds = /(?:^|[\s,;])timeout\s*=\s*"?(\d{1,9})/i.exec(bytes.toString('latin1', from, to))?.[1]
    if (seconds !== undefined) this.keepAliveTimeoutMs = Number(seconds) * 1_000
  }

  #readContentLength(bytes: Buffer, from: number, to: number): void {
    let length = 0
    for (let index = from; index < to; index++) {
      const digit = (bytes[index] ?? 0) - 48
      if (digit < 0 || digit > 9) length = Number.NaN
      else length = length * 10 + digit
    }
    const isUsable = to > from && Number.isSafeInteger(length)
    if (!isUsable || (this.contentLength !== null && this.contentLength !== length)) {
      this.fault = ['protocol.contentLength', failureText('badLength')]
    } else this.contentLength = length
  }

  #readTransferEncoding(bytes: Buffer, from: number, to: number): void {
    const codings = bytes.toString('latin1', from, to).toLowerCase()
    this.isChunked = /(^|[\s,])chunked\s*$/.test(codings)
    this.hasOtherTransferCoding = !this.isChunked
  }
}

/** Whether the bytes are this lower-case text, whatever their case; letters, hyphens, equals signs and digits only. */
function isText(bytes: Buffer, at: number, text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (((bytes[at + index] ?? 0) | 0x20) !== text.charCodeAt(index)) return false
  }
  return true
}
