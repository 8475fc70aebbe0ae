/** The latest head that a step's requests were answered with: servers under load repeat it byte for byte, for a second at least, and then it need not be read again. */
import { Buffer } from 'node:buffer'

/** What is kept of a head. */
export interface HeadFields {
  status: number
  /** null: the answer did not say. */
  contentLength: number | null
  isChunked: boolean
  /** A transfer coding other than chunked comes last: the body ends with the connection. */
  hasOtherTransferCoding: boolean
  keepsAlive: boolean
  /** From `Keep-Alive: timeout=`, ms. */
  keepAliveTimeoutMs: number | null
  location: string | null
  contentEncoding: string | null
  /** From `Content-Type: …; charset=`, in lower case. */
  charset: string | null
}

/** A head that was read. */
export interface ReadHead extends HeadFields {
  readonly setCookies: readonly string[]
}

const longestBytes = 1_024
/** Heads that never repeat are kept only this often: keeping one costs more than comparing. */
const keepEvery = 16

export class KnownHead {
  /** null before the first one. */
  fields: HeadFields | null = null
  lengthBytes = 0
  #bytes: Buffer | null = null
  #hasRepeated = true
  #misses = 0

  /** Whether the bytes begin with this very head. */
  begins(bytes: Buffer, from: number, to: number): boolean {
    const end = from + this.lengthBytes
    if (this.#bytes === null || end > to) return false
    if (bytes.compare(this.#bytes, 0, this.lengthBytes, from, end) !== 0) return false
    this.#hasRepeated = true
    return true
  }

  /** Takes a head that was another one. */
  keep(head: ReadHead, bytes: Buffer, from: number, end: number): void {
    if (!this.#hasRepeated && ++this.#misses % keepEvery !== 0) return
    this.#hasRepeated = false
    if (end - from > longestBytes || head.setCookies.length > 0) return
    this.#bytes ??= Buffer.allocUnsafeSlow(longestBytes)
    this.lengthBytes = bytes.copy(this.#bytes, 0, from, end)
    this.fields = {
      status: head.status,
      contentLength: head.contentLength,
      isChunked: head.isChunked,
      hasOtherTransferCoding: head.hasOtherTransferCoding,
      keepsAlive: head.keepsAlive,
      keepAliveTimeoutMs: head.keepAliveTimeoutMs,
      location: head.location,
      contentEncoding: head.contentEncoding,
      charset: head.charset,
    }
  }
}
