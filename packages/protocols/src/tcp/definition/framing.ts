/** How the bytes of a TCP connection are divided into messages. */
import { z } from 'zod'

export const lengthSizes = [1, 2, 4, 8] as const

export const framingSchema = z.discriminatedUnion('kind', [
  /** Ends with these bytes, which are no part of the message. */
  z.object({
    kind: z.literal('delimiter'),
    notation: z.enum(['text', 'hex']).default('text'),
    /** Text with `\n`, `\r`, `\t`, `\0`, `\\` and `\x41`, or hexadecimal. */
    delimiter: z.string().max(256).default('\\n'),
    /** Whether what is sent gets one too, unless it ends with it. */
    appliesToSent: z.boolean().default(true),
  }),
  /** A field before the content has its length. */
  z.object({
    kind: z.literal('length'),
    lengthBytes: z.literal(lengthSizes).default(4),
    byteOrder: z.enum(['big', 'little']).default('big'),
    /** Bytes before the field. */
    offset: z.int().min(0).max(1_024).default(0),
    /** Added to the value of the field: bytes that follow it are its value plus this. */
    adjustment: z.int().min(-65_536).max(65_536).default(0),
    /** Whether the message has everything up to the end of the field as well. */
    keepsHeader: z.boolean().default(false),
    /** Whether the field is written into what is sent, behind its first `offset` bytes. */
    appliesToSent: z.boolean().default(true),
  }),
  z.object({
    kind: z.literal('fixed'),
    sizeBytes: z.int().min(1).max(1_073_741_824).default(64),
  }),
  /** Ends when nothing has arrived for so long. */
  z.object({ kind: z.literal('silence'), silenceMs: z.int().min(1).max(60_000).default(200) }),
  /** Ends with the connection. */
  z.object({ kind: z.literal('close') }),
])
export type Framing = z.infer<typeof framingSchema>
export type FramingOf<K extends Framing['kind']> = Extract<Framing, { kind: K }>

/** The bytes of a delimiter; null when they cannot be read, or there are none. */
export function delimiterBytes({ notation, delimiter }: FramingOf<'delimiter'>): Uint8Array | null {
  if (notation === 'hex') {
    const digits = delimiter.replaceAll(/\s/g, '')
    if (!/^([0-9a-f]{2})+$/i.test(digits)) return null
    return Uint8Array.from(digits.match(/../g) ?? [], pair => Number.parseInt(pair, 16))
  }
  if (delimiter === '' || /\\(?![nrt0\\]|x[0-9a-fA-F]{2})/.test(delimiter.replaceAll('\\\\', ''))) return null
  const parts = delimiter.match(/\\x[0-9a-fA-F]{2}|\\[nrt0\\]|[^\\]/gu) ?? []
  return Uint8Array.from(
    parts.flatMap(part => {
      const escaped = escapes[part]
      if (escaped !== undefined) return [escaped]
      if (part.length === 4 && part.startsWith('\\x')) return [Number.parseInt(part.slice(2), 16)]
      return [...new TextEncoder().encode(part)]
    }),
  )
}

const escapes: Readonly<Record<string, number>> = {
  [String.raw`\n`]: 10,
  [String.raw`\r`]: 13,
  [String.raw`\t`]: 9,
  [String.raw`\0`]: 0,
  '\\\\': 92,
}
