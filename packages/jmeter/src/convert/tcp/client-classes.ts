/** How JMeter's TCP Sampler finds the end of an answer, by its client class and end-of-line byte ↔ the framing of a connection. */
import { delimiterBytes, type Framing } from '@pone/protocols/tcp/definition/framing.ts'

const classNames = {
  text: 'TCPClientImpl',
  hex: 'BinaryTCPClientImpl',
  length: 'LengthPrefixedBinaryTCPClientImpl',
} as const
export type TcpClientClass = keyof typeof classNames

export const classNameOf = (kind: TcpClientClass): string => classNames[kind]

const ownPackage = 'org.apache.jmeter.protocol.tcp.sampler.'

/** null for a class that is not JMeter's own; without a name JMeter takes the one for text. */
export function classOf(name: string): TcpClientClass | null {
  const short = name.trim().replace(ownPackage, '')
  if (short === '' || short === classNames.text) return 'text'
  if (short === classNames.hex) return 'hex'
  return short === classNames.length ? 'length' : null
}

/** The byte that ends an answer, 0 to 255; null where JMeter uses none: it takes signed bytes and ignores other numbers. */
export function eolOf(value: string): number | null {
  const number = /^\s*-?\d{1,4}\s*$/.test(value) ? Number(value) : Number.NaN
  return number >= -128 && number <= 127 ? number & 0xff : null
}

/** JMeter's property of the size of a length field, which no plan can set, and its default. */
export const lengthProperty = { name: 'tcp.binarylength.prefix.length', usual: 2 } as const

/** What of a sampler says where answers end. */
export interface AnswerEnd {
  readonly isByLength: boolean
  readonly eolByte: number | null
}

/** null: JMeter cannot divide messages in this way. */
export function answerEndOf(framing: Framing): AnswerEnd | null {
  switch (framing.kind) {
    case 'delimiter': {
      // JMeter looks at the last byte of what it has read.
      const last = delimiterBytes(framing)?.at(-1)
      return last === undefined ? null : { isByLength: false, eolByte: last }
    }
    case 'length': {
      const { lengthBytes, byteOrder, offset, adjustment, keepsHeader, appliesToSent } = framing
      const isPlain = byteOrder === 'big' && offset === 0 && adjustment === 0 && !keepsHeader && appliesToSent
      return isPlain && (lengthBytes === 2 || lengthBytes === 4) ? { isByLength: true, eolByte: null } : null
    }
    case 'close':
      return { isByLength: false, eolByte: null }
    case 'fixed':
    case 'silence':
      return null
  }
}

/** @param appliesToSent whether requests end with the byte as well, and are kept without it */
export function framingOf({ isByLength, eolByte }: AnswerEnd, appliesToSent: boolean): Framing {
  if (isByLength) {
    return {
      kind: 'length',
      lengthBytes: lengthProperty.usual,
      byteOrder: 'big',
      offset: 0,
      adjustment: 0,
      keepsHeader: false,
      appliesToSent: true,
    }
  }
  if (eolByte === null) return { kind: 'close' }
  const text = escapes[eolByte]
  return text === undefined
    ? { kind: 'delimiter', notation: 'hex', delimiter: hexOf([eolByte]), appliesToSent }
    : { kind: 'delimiter', notation: 'text', delimiter: text, appliesToSent }
}

const escapes: Readonly<Record<number, string | undefined>> = {
  0: String.raw`\0`,
  9: String.raw`\t`,
  10: String.raw`\n`,
  13: String.raw`\r`,
}

export const hexOf = (bytes: Iterable<number>): string =>
  Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
