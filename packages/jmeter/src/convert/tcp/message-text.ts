/** What a step sends as the text of JMeter's TCP Sampler, which is text or hexadecimal, with the delimiter that a connection adds. */
import { delimiterBytes, type Framing } from '@pone/protocols/tcp/definition/framing.ts'
import type { TcpOperationOf } from '@pone/protocols/tcp/definition/operation.ts'
import { hexOf } from './client-classes.ts'

type Send = TcpOperationOf<'send'>

interface MessageText {
  readonly kind: 'text' | 'hex'
  /** A template, whose expressions are those of components. */
  readonly text: string
}

/** null: the content has no such form. @param isHex hexadecimal is needed */
export function messageText(op: Send, framing: Framing, isHex: boolean): MessageText | null {
  const end = endOfSent(framing)
  if (op.content === 'file') return null
  const isConstant = !op.data.includes('${')
  if (op.content === 'text') {
    const added = end === null ? '' : textOf(end)
    if (!isHex && added !== null) return { kind: 'text', text: withEnd(op.data, added) }
    if (!isConstant || op.charset !== 'utf-8') return null
    const data = hexOf(new TextEncoder().encode(op.data))
    return { kind: 'hex', text: withEnd(data, end === null ? '' : hexOf(end)) }
  }
  const data = op.content === 'hex' ? compact(op.data) : isConstant ? hexOfBase64(op.data) : null
  return data === null ? null : { kind: 'hex', text: withEnd(data, end === null ? '' : hexOf(end)) }
}

/** Bytes that a connection adds to what is sent; null = none. */
function endOfSent(framing: Framing): Uint8Array | null {
  return framing.kind === 'delimiter' && framing.appliesToSent ? delimiterBytes(framing) : null
}

const withEnd = (text: string, end: string): string => (text.endsWith(end) ? text : text + end)

/** null if the bytes are no text. */
function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Without blanks, which JMeter does not take; those inside expressions stay. */
const compact = (data: string): string =>
  data
    .split(/(\$\{[^{}]*\})/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/\s/g, '').toLowerCase()))
    .join('')

function hexOfBase64(data: string): string | null {
  try {
    return hexOf(Uint8Array.from(atob(data.replaceAll(/\s/g, '')), char => char.charCodeAt(0)))
  } catch {
    return null
  }
}
