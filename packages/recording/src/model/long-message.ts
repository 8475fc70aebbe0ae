/** Messages that are too long for a field of a step, which sends them from a file instead. */
import type { RecordedMessage } from './recording.ts'

/** Characters of a field. */
export const maxFieldLength = 1_048_576
/** In hexadecimal so many bytes still fit into a field. */
export const maxFieldBytes = maxFieldLength / 2
/** Of a message that is kept at all. */
export const maxMessageBytes = 4 * 1_048_576

/** Of a message over WebSocket; a long one of the server has no content, as no step needs it. */
export function socketContent(
  bytes: Uint8Array,
  { isText, isSent }: { readonly isText: boolean; readonly isSent: boolean },
): Pick<RecordedMessage, 'content' | 'data' | 'bytes'> {
  const base64Length = Math.ceil(bytes.length / 3) * 4
  const text = isText ? new TextDecoder().decode(bytes) : null
  if ((text?.length ?? base64Length) > maxFieldLength)
    return { content: 'file', data: '', ...(isSent && { bytes: bytes.slice() }) }
  return text === null ? { content: 'base64', data: base64Of(bytes) } : { content: 'text', data: text }
}

function base64Of(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}
