/** Handshake messages of one direction of a TLS connection, and what is read of the first ones. @see https://www.rfc-editor.org/rfc/rfc8446#section-4 */
import { GrowingBytes } from '../bytes/growing-bytes.ts'
import { uint16, uint32 } from '../network/link-layer.ts'
import { hexOf } from './key-log.ts'

export const messageTypes = { clientHello: 1, serverHello: 2, finished: 20, keyUpdate: 24 } as const

/** Of messages that are read. */
const maxHelloBytes = 64 * 1024

export interface HandshakeMessage {
  readonly type: number
  /** Of a hello; empty for others. */
  readonly body: Uint8Array
}

/** Takes messages apart that lie across records. */
export class HandshakeReader {
  readonly #held = new GrowingBytes()
  /** Of a message that is of no use. */
  #skipped: { readonly type: number; bytes: number } | null = null

  read(bytes: Uint8Array): HandshakeMessage[] {
    const messages: HandshakeMessage[] = []
    let at = 0
    while (at < bytes.length) {
      const skipped = this.#skipped
      if (skipped !== null) {
        const part = Math.min(skipped.bytes, bytes.length - at)
        at += part
        skipped.bytes -= part
      } else {
        const part = bytes.subarray(at, at + this.#wanted() - this.#held.length)
        at += part.length
        this.#held.add(part)
        this.#endPart(messages)
      }
      if (this.#skipped?.bytes === 0) {
        messages.push({ type: this.#skipped.type, body: new Uint8Array(0) })
        this.#skipped = null
      }
    }
    return messages
  }

  #wanted = (): number => (this.#held.length < 4 ? 4 : 4 + (uint32(this.#held.view(), 0) & 0xffffff))

  #endPart(messages: HandshakeMessage[]): void {
    if (this.#held.length < 4) return
    const type = this.#held.view()[0] ?? 0
    const length = this.#wanted() - 4
    const isHello = type === messageTypes.clientHello || type === messageTypes.serverHello
    if (!isHello || length > maxHelloBytes) {
      this.#held.take()
      this.#skipped = { type, bytes: length }
    } else if (this.#held.length === length + 4) messages.push({ type, body: this.#held.take().subarray(4) })
  }
}

export interface ServerHello {
  readonly random: Uint8Array
  readonly suite: number
  readonly isTls13: boolean
  /** It asks for another hello of the client. */
  readonly isRetry: boolean
}

/** Of the client's hello; null if it is too short. */
export const clientRandomOf = (body: Uint8Array): Uint8Array | null =>
  body.length < 34 ? null : body.slice(2, 34)

// SHA-256 of "HelloRetryRequest".
const retryRandom = 'cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c'
const supportedVersions = 43

/** null if it is none. */
export function serverHelloOf(body: Uint8Array): ServerHello | null {
  const random = body.slice(2, 34)
  let at = 35 + (body[34] ?? 0)
  const suite = uint16(body, at)
  at += 5
  if (at > body.length + 2) return null
  let isTls13 = false
  while (at + 4 <= body.length) {
    if (uint16(body, at) === supportedVersions) isTls13 = uint16(body, at + 4) === 0x0304
    at += 4 + uint16(body, at + 2)
  }
  return { random, suite, isTls13, isRetry: hexOf(random) === retryRandom }
}
