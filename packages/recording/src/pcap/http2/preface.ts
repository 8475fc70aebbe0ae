/** How a connection that speaks HTTP/2 begins. @see https://www.rfc-editor.org/rfc/rfc9113#section-3.4 */
import { uint32 } from '../network/link-layer.ts'

/** What a client sends first. */
export const preface = new TextEncoder().encode('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')

export const startsHttp2 = (bytes: Uint8Array): boolean =>
  bytes.length >= preface.length && isPrefix(bytes.subarray(0, preface.length))

/** Whether bytes that are too few to tell may be the beginning. */
export const mayStartHttp2 = (bytes: Uint8Array): boolean => bytes.length < preface.length && isPrefix(bytes)

const isPrefix = (bytes: Uint8Array): boolean => bytes.every((byte, at) => byte === preface[at])

/** Whether bytes begin with the frame that a server sends first. */
export function startsSettings(bytes: Uint8Array): boolean {
  const length = uint32(bytes, 0) >>> 8
  return bytes.length >= 9 && bytes[3] === 4 && length % 6 === 0 && length <= 600 && uint32(bytes, 5) === 0
}
