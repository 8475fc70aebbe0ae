/** Bytes ↔ text of messages in a character set. */
import { decode, encode, encodingExists } from 'iconv-lite'
import type { MessageCharset } from './definition/charset.ts'
import { type TextCodec, utf8 } from './match.ts'

/** Loads the tables of the set: call it before a worker gives up files. */
export function codecOf(charset: MessageCharset): TextCodec {
  if (charset === 'utf-8' || !encodingExists(charset)) return utf8
  return { decode: bytes => decode(bytes, charset), encode: text => encode(text, charset) }
}

/** The bytes as text, which may end within a character; null if they are none. */
export function readableText(bytes: Uint8Array, charset: MessageCharset): string | null {
  try {
    const text = new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(bytes, {
      stream: true,
    })
    // oxlint-disable-next-line no-control-regex -- what no text contains
    return /[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text) ? null : text
  } catch {
    return null
  }
}
