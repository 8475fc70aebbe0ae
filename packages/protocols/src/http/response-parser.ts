/** Turns the bytes of one connection into answers: head, framing (RFC 9112 §6.3) and body; the connection feeds it whatever arrives. */

import { Buffer } from 'node:buffer'
import { BodyMemory, GatheredBody } from './body/gathered-body.ts'
import { ChunkedBody } from './chunked-body.ts'
import { failureText } from './definition/failures.ts'
import type { KnownHead } from './known-head.ts'
import { maxHeadBytes, ResponseHead } from './response-head.ts'

/** What the parser must know of the request to read its answer. */
export interface AnswerWish {
  wantsHeaders: boolean
  /** false: the body is counted and dropped; ifSmall: the same when it is larger than the limit. */
  wantsBody: boolean | 'ifSmall'
  /** Limit of a wanted body before decoding. */
  maxBodyBytes: number
}

/** Answers of the kind 1xx before the real one. */
const maxInterimAnswers = 100
const nothing = Buffer.alloc(0)

/** Parser of one answer after the other; no object is made for what nobody wants. */
export class ResponseParser {
  readonly head = new ResponseHead()
  /** The answer is whole. */
  isDone = false
  /** Code and message of what makes the answer unusable; the connection cannot be used any further. */
  fault: readonly [code: string, message: string] | null = null
  /** More bytes came than the answer has: the connection must not be used again. */
  hasExcess = false
  #framing: 'head' | 'length' | 'chunked' | 'end' = 'head'
  #remaining = 0
  #chunked: ChunkedBody | null = null
  #pending = nothing
  #pendingBytes = 0
  #isHead = false
  #known: KnownHead | null = null
  #wantsHeaders = false
  #wantsBody: boolean | 'ifSmall' = false
  #maxBodyBytes = 0
  #bodyBytes = 0
  /** A body mostly comes in one piece; the list is for the rest. */
  #firstPiece: Buffer | null = null
  #furtherPieces: GatheredBody | null = null
  #interimAnswers = 0
  readonly #memory: BodyMemory

  constructor(memory = new BodyMemory()) {
    this.#memory = memory
  }

  /** Gets ready for the answer to the next request; to a HEAD no body follows, whatever the head says. */
  start(wish: AnswerWish, isHead: boolean, known: KnownHead | null = null): void {
    this.#known = known
    this.#isHead = isHead
    this.#wantsHeaders = wish.wantsHeaders
    this.#wantsBody = wish.wantsBody
    this.#maxBodyBytes = wish.maxBodyBytes
    this.#bodyBytes = 0
    this.#interimAnswers = 0
    this.dropBody()
    this.isDone = false
    this.fault = null
    this.hasExcess = false
    this.#awaitHead()
  }

  /** Takes the next bytes, valid only during the call. Afterwards look at isDone and fault. */
  feed(bytes: Buffer, length: number): void {
    let at = 0
    while (at < length && !this.isDone && this.fault === null) {
      at = this.#framing === 'head' ? this.#feedHead(bytes, at, length) : this.#feedBody(bytes, at, length)
    }
    if (at < length) this.hasExcess = true
  }

  /** The server closed the connection: completes an answer that ends so, else sets the fault. */
  finish(): void {
    if (this.isDone || this.fault !== null) return
    if (this.#framing === 'end') this.isDone = true
    else if (this.#framing !== 'head') {
      this.fault = ['protocol.incomplete', failureText('closedInBody')]
    } else if (this.#pendingBytes > 0) {
      this.fault = ['protocol.incomplete', failureText('closedInHeader')]
    } else this.fault = ['protocol.noAnswer', failureText('noAnswer')]
  }

  /** The body as it came, without chunking; empty unless wanted. */
  takeBody(): Buffer {
    const first = this.#firstPiece ?? nothing
    const body = this.#furtherPieces === null ? first : this.#furtherPieces.takeAfter(first)
    this.#firstPiece = null
    this.#furtherPieces = null
    return body
  }

  /** Takes a piece of the body; called by the chunk decoder too. */
  add(bytes: Buffer, from: number, to: number): void {
    if (!this.#wantsBody || this.fault !== null) return
    this.#bodyBytes += to - from
    if (this.#bodyBytes > this.#maxBodyBytes) return this.#failTooLarge()
    if (this.#firstPiece === null) {
      const piece = Buffer.allocUnsafe(to - from)
      bytes.copy(piece, 0, from, to)
      this.#firstPiece = piece
      return
    }
    this.#furtherPieces ??= new GatheredBody(this.#memory)
    if (this.#furtherPieces.add(bytes, from, to)) return
    this.#fail('bodyTooLarge', failureText('bodiesTooLarge'))
  }

  #awaitHead(): void {
    this.#framing = 'head'
    this.head.start(this.#wantsHeaders, this.#known)
    if (this.#pending !== nothing) this.#pending = nothing
    this.#pendingBytes = 0
  }

  #feedHead(bytes: Buffer, at: number, length: number): number {
    if (this.#pendingBytes > 0) return this.#feedPendingHead(bytes, at, length)
    const end = this.head.read(bytes, at, length)
    if (end >= 0) {
      this.#beginBody()
      return end
    }
    if (this.head.fault !== null) this.fault = this.head.fault
    else this.#keep(bytes, at, length)
    return length
  }

  /** The head comes in pieces: gather it, and read it again only when its end is there. */
  #feedPendingHead(bytes: Buffer, at: number, length: number): number {
    const before = this.#pendingBytes
    this.#keep(bytes, at, length)
    if (this.fault !== null) return length
    const isShort = before < 16
    if (!isShort && !hasHeadEnd(this.#pending, Math.max(0, before - 3), this.#pendingBytes)) return length
    this.head.start(this.#wantsHeaders)
    const end = this.head.read(this.#pending, 0, this.#pendingBytes)
    if (end < 0) {
      this.fault = this.head.fault
      return length
    }
    const next = at + (end - before)
    this.#pending = nothing
    this.#pendingBytes = 0
    this.#beginBody()
    return next
  }

  #keep(bytes: Buffer, from: number, to: number): void {
    const size = this.#pendingBytes + (to - from)
    if (size > maxHeadBytes) {
      this.fault = ['protocol.headerTooLarge', failureText('headerTooLarge', { bytes: maxHeadBytes })]
      return
    }
    if (size > this.#pending.length) {
      const grown = Buffer.allocUnsafe(Math.max(1_024, size * 2))
      this.#pending.copy(grown, 0, 0, this.#pendingBytes)
      this.#pending = grown
    }
    bytes.copy(this.#pending, this.#pendingBytes, from, to)
    this.#pendingBytes = size
  }

  #beginBody(): void {
    const { head } = this
    const { status } = head
    if (status >= 100 && status < 200 && status !== 101) {
      if (++this.#interimAnswers <= maxInterimAnswers) return this.#awaitHead()
      this.fault = ['protocol.interim', failureText('tooManyInterim', { count: maxInterimAnswers })]
      return
    }

    if (status === 101) {
      this.fault = ['protocol.upgrade', failureText('unaskedUpgrade')]
    } else if (this.#isHead || status === 204 || status === 304) this.isDone = true
    else if (head.isChunked) {
      // A length beside chunking smells of smuggling: the connection ends with this answer.
      if (head.contentLength !== null) head.keepsAlive = false
      this.#framing = 'chunked'
      this.#chunked ??= new ChunkedBody()
      this.#chunked.start()
    } else if (head.contentLength !== null && !head.hasOtherTransferCoding) {
      this.#framing = 'length'
      this.#remaining = head.contentLength
      if (this.#remaining === 0) this.isDone = true
      else if (this.#wantsBody && this.#remaining > this.#maxBodyBytes) this.#failTooLarge()
    } else {
      this.#framing = 'end'
      head.keepsAlive = false
    }
  }

  #feedBody(bytes: Buffer, at: number, length: number): number {
    if (this.#framing === 'chunked' && this.#chunked !== null) {
      const end = this.#chunked.feed(bytes, at, length, this)
      if (this.#chunked.isBroken) this.fault ??= ['protocol.chunk', failureText('badChunks')]
      else if (this.#chunked.isDone) this.isDone = true
      return end
    }
    if (this.#framing === 'end') {
      this.add(bytes, at, length)
      return length
    }
    const end = Math.min(length, at + this.#remaining)
    this.add(bytes, at, end)
    this.#remaining -= end - at
    if (this.#remaining === 0) this.isDone = true
    return end
  }

  #failTooLarge(): void {
    this.#fail('bodyTooLarge', failureText('bodyTooLarge', { bytes: this.#maxBodyBytes }))
  }

  /** A body above the limit is a fault where it was required, and is dropped where it was wanted only for a sample. */
  #fail(code: string, message: string): void {
    if (this.#wantsBody === 'ifSmall') this.#wantsBody = false
    else this.fault = [code, message]
    this.dropBody()
  }

  /** Forgets what has come of a body that nobody will take. */
  dropBody(): void {
    this.#firstPiece = null
    this.#furtherPieces?.drop()
    this.#furtherPieces = null
  }
}

/** Whether an empty line ends somewhere in the bytes. */
function hasHeadEnd(bytes: Buffer, from: number, to: number): boolean {
  for (let at = bytes.indexOf(10, from); at >= 0 && at < to; at = bytes.indexOf(10, at + 1)) {
    if (at + 1 < to && bytes[at + 1] === 10) return true
    if (at + 2 < to && bytes[at + 1] === 13 && bytes[at + 2] === 10) return true
  }
  return false
}
