/** What comes back on one stream: status, headers, and as much of the body as is wanted; filled by h2-exchange.ts. */

import type { Fault } from '../../connect/fault.ts'
import { type BodyMemory, GatheredBody } from '../body/gathered-body.ts'
import { decodeBody } from '../decode.ts'
import { failureText } from '../definition/failures.ts'
import type { CallOptions, HttpResult } from '../exchange.ts'
import type { AnswerHead } from './answer-head.ts'

const noBytes = new Uint8Array(0)

/** One answer, from nothing on. */
export class H2Answer {
  /** null = not yet. */
  head: AnswerHead | null = null
  /** Of the body as it came. */
  bodyBytes = 0
  readonly #options: CallOptions
  readonly #memory: BodyMemory
  #wantsBody: CallOptions['wantsBody']
  #firstPiece: Buffer | null = null
  #furtherPieces: GatheredBody | null = null

  constructor(options: CallOptions, memory: BodyMemory) {
    this.#options = options
    this.#memory = memory
    this.#wantsBody = options.wantsBody
  }

  /** Takes a piece of the body; a fault when it is wanted at any price and there is no room for it. */
  add(bytes: Buffer, from: number, to: number): Fault | null {
    this.bodyBytes += to - from
    if (this.#wantsBody === false) return null
    const { maxBodyBytes } = this.#options
    const isTooLarge = this.bodyBytes > maxBodyBytes
    if (!isTooLarge && this.#keep(bytes, from, to)) return null
    this.drop()
    if (this.#wantsBody === 'ifSmall') {
      this.#wantsBody = false
      return null
    }
    const text = isTooLarge
      ? failureText('bodyTooLarge', { bytes: maxBodyBytes })
      : failureText('bodiesTooLarge')
    return ['bodyTooLarge', text]
  }

  /** Forgets the body. */
  drop(): void {
    this.#firstPiece = null
    this.#furtherPieces?.drop()
  }

  /** Puts the answer into an outcome, decoded when that is wanted; the outcome is given at once or later, always once. */
  deliver(result: HttpResult, onResult: (result: HttpResult) => void): void {
    const { compression, wantsHeaders } = this.#options
    result.body = this.#takeBody()
    const { head } = this
    if (head === null) return onResult(result)
    result.status = head.status
    result.charset = head.charset
    if (wantsHeaders) result.headers = head.headers
    const encoding = result.errorCode === null ? head.contentEncoding : null
    if (encoding === null || !compression || result.body.length === 0) return onResult(result)
    void this.#decode(result, encoding).then(() => onResult(result))
  }

  #keep(bytes: Buffer, from: number, to: number): boolean {
    if (this.#firstPiece === null) {
      this.#firstPiece = Buffer.from(bytes.subarray(from, to))
      return true
    }
    this.#furtherPieces ??= new GatheredBody(this.#memory)
    return this.#furtherPieces.add(bytes, from, to)
  }

  #takeBody(): Uint8Array {
    const first = this.#firstPiece
    if (first === null) return noBytes
    this.#firstPiece = null
    return this.#furtherPieces?.takeAfter(first) ?? first
  }

  /** Never rejects: decodeBody turns every fault into a value. */
  async #decode(result: HttpResult, encoding: string): Promise<void> {
    const decoded = await decodeBody(result.body, encoding, {
      maxBytes: this.#options.maxBodyBytes,
      memory: this.#memory,
    })
    if ('body' in decoded) result.body = decoded.body
    else [result.errorCode, result.errorMessage] = decoded.fault
  }
}
