/** What the header block of an answer says, checked as RFC 9113 §8 asks for; made once for answers whose bytes repeat. */
import type { Fault } from '../../connect/fault.ts'
import type { HttpResult } from '../exchange.ts'
import type { DecodedBlock } from './hpack/decoder.ts'

/** A header block that was read. */
export interface AnswerHead {
  /** 0 = it has none, as trailers. */
  readonly status: number
  /** In wire order, pseudo headers left out. */
  readonly headers: HttpResult['headers']
  readonly contentLength: number | null
  readonly contentEncoding: string | null
  /** From Content-Type, in lower case. */
  readonly charset: string | null
  readonly setCookies: readonly string[]
  /** It breaks a rule: its stream cannot go on. */
  readonly isMalformed: boolean
  /** It exceeds a limit of ours. */
  readonly fault: Fault | null
}

const lowerToken = /^[!#$%&'*+.^_`|~0-9a-z-]+$/
const unsafeValue = /[\r\n\0]/
const statusPattern = /^[1-9][0-9]{2}$/
const lengthPattern = /^[0-9]{1,15}$/
const charsetPattern = /charset\s*=\s*["']?([\w.:-]+)/i
const beyondAscii = /[\u0080-\uffff]/
/** Headers of HTTP/1.1 connections (RFC 9113 §8.2.2). */
const connectionSpecific = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
])

/** Reads a block; `fault` tells that it is over a limit. */
export function answerHead({ fields }: Pick<DecodedBlock, 'fields'>, fault: Fault | null): AnswerHead {
  const headers: [name: string, value: string][] = []
  const setCookies: string[] = []
  const seen = { status: 0, contentLength: null as number | null, isMalformed: false }
  let contentEncoding: string | null = null
  let charset: string | null = null
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const name = fields[at] ?? ''
    const raw = fields[at + 1] ?? ''
    if (name[0] === ':') {
      const isFirst = at === 0 && name === ':status' && statusPattern.test(raw) && raw !== '101'
      if (isFirst) seen.status = Number(raw)
      else seen.isMalformed = true
      continue
    }
    if (!lowerToken.test(name) || unsafeValue.test(raw) || connectionSpecific.has(name))
      seen.isMalformed = true
    const value = readable(trimmed(raw))
    headers.push([name, value])
    if (name === 'content-length') readLength(seen, value)
    else if (name === 'content-encoding') contentEncoding ??= value
    else if (name === 'content-type') charset ??= charsetPattern.exec(value)?.[1]?.toLowerCase() ?? null
    else if (name === 'set-cookie') setCookies.push(value)
  }
  return { ...seen, headers, contentEncoding, charset, setCookies, fault }
}

function readLength(seen: { contentLength: number | null; isMalformed: boolean }, value: string): void {
  const length = lengthPattern.test(value) ? Number(value) : null
  if (length === null || (seen.contentLength !== null && seen.contentLength !== length))
    seen.isMalformed = true
  seen.contentLength = length
}

/** Without blanks around it; a byte of UTF-8 may look like white space of other kinds. */
function trimmed(value: string): string {
  let from = 0
  let to = value.length
  while (from < to && isBlank(value.charCodeAt(from))) from++
  while (to > from && isBlank(value.charCodeAt(to - 1))) to--
  return value.slice(from, to)
}

const isBlank = (code: number) => code === 0x20 || code === 0x09

/** A character per byte becomes the text that its UTF-8 stands for. */
function readable(value: string): string {
  return beyondAscii.test(value) ? Buffer.from(value, 'latin1').toString() : value
}
