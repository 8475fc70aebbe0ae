/** One stream of an HTTP/2 connection: in which order its answer may come, how long it is, and how much may go either way. */

import type { Fault } from '../../connect/fault.ts'
import { failureText } from '../definition/failures.ts'
import type { AnswerHead } from './answer-head.ts'
import { h2Errors } from './frames/h2-error.ts'
import { resetFault } from './h2-fault.ts'

/** Who waits for the answer. Bytes are valid only during the call. */
export interface StreamEvents {
  /** The head of the answer itself, not one of those that may go before it. */
  onHead(head: AnswerHead): void
  onBody(bytes: Buffer, from: number, to: number): void
  /** The server ended the answer; `isWhole` tells whether its body is as long as the head told. */
  onEnd(isWhole: boolean): void
  /** The server reset the stream, or said that it will not touch it. */
  onReset(code: number, isUntouched: boolean): void
  /** The answer breaks a rule or a limit; the server has been told. */
  onBroken(fault: Fault): void
  /** So many bytes of the body were put into frames. */
  onBodySent(bytes: number): void
  /** All of the body that was given has left. */
  onRoom(): void
}

/** Interim answers before the answer itself. */
const maxInterimAnswers = 100
const noBytes = new Uint8Array(0)

/** A stream from its HEADERS on. */
export class H2Stream {
  readonly id: number
  readonly events: StreamEvents
  /** Bytes of the body that the server takes at present; below 0 when it made its window smaller. */
  sendWindow: number
  /** Of the body with its padding, since the server was last told that it may send more. */
  takenBytes = 0
  /** The end of the request has left. */
  isSent = false
  /** The body's bytes that wait to leave, from sentTo on. */
  body: Uint8Array = noBytes
  sentTo = 0
  /** Nothing follows what waits. */
  isLastPiece = false
  readonly #isHead: boolean
  #interimAnswers = 0
  #hasHead = false
  /** Of the body, as told; null = not told. */
  #bodyLeft: number | null = null

  constructor(id: number, events: StreamEvents, { isHead, sendWindow }: StreamOptions) {
    this.id = id
    this.events = events
    this.#isHead = isHead
    this.sendWindow = sendWindow
  }

  /** Takes a header block; returns why the stream cannot go on. */
  takeHead(head: AnswerHead, endsStream: boolean): StreamFault | null {
    if (head.isMalformed) return malformed
    if (head.fault !== null) return { code: h2Errors.enhanceYourCalm, fault: head.fault }
    // Trailers: nobody reads them.
    if (this.#hasHead) return head.status === 0 && endsStream ? null : malformed
    if (head.status === 0) return malformed
    if (head.status < 200) {
      if (endsStream) return malformed
      return ++this.#interimAnswers <= maxInterimAnswers ? null : tooManyInterim
    }
    this.#hasHead = true
    const hasNoBody = this.#isHead || head.status === 204 || head.status === 304
    this.#bodyLeft = hasNoBody ? 0 : head.contentLength
    this.events.onHead(head)
    return null
  }

  /** Counts so many bytes of the body; returns why the stream cannot go on. */
  takeBody(bytes: number): StreamFault | null {
    if (!this.#hasHead) return malformed
    if (this.#bodyLeft === null) return null
    this.#bodyLeft -= bytes
    return this.#bodyLeft < 0 ? malformed : null
  }

  /** Whether an end of the answer may come now. */
  get mayEnd(): boolean {
    return this.#hasHead
  }

  /** Whether nothing of the body is missing. */
  get isWhole(): boolean {
    return this.#bodyLeft === null || this.#bodyLeft === 0
  }
}

interface StreamOptions {
  /** The method is HEAD: no body follows, whatever length is told. */
  readonly isHead: boolean
  readonly sendWindow: number
}

/** Why a stream cannot go on: what the server is told, and what the request ends with. */
export interface StreamFault {
  readonly code: number
  readonly fault: Fault
}

/** The answer breaks a rule of RFC 9113 §8. */
export const malformed = brokenRule(h2Errors.protocol)
/** The server allowed more than there can be. */
export const windowPassed = brokenRule(h2Errors.flowControl)

const tooManyInterim: StreamFault = {
  code: h2Errors.enhanceYourCalm,
  fault: ['protocol.interim', failureText('tooManyInterim', { count: maxInterimAnswers })],
}

function brokenRule(code: number): StreamFault {
  return { code, fault: resetFault(code) }
}
