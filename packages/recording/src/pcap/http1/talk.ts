/** Pairs the requests and the responses of one HTTP/1 connection. */
import type { ByteBudget } from '../tcp/byte-budget.ts'
import type { ByteReader } from '../tcp/tcp-stream.ts'
import {
  type RequestHead,
  type ResponseHead,
  requestHead,
  requestLength,
  responseHead,
  responseLength,
  startsRequest,
  startsResponse,
} from './head.ts'
import type { Message } from './message.ts'
import { MessageReader } from './message-reader.ts'

export interface CapturedExchange {
  readonly request: Message<RequestHead>
  /** null if the capture holds none. */
  readonly response: Message<ResponseHead> | null
}

export interface TalkEvents {
  /** Of each request once its response is complete, or will not come. */
  readonly exchange: (exchange: CapturedExchange) => void
  /** A response whose request is not in the capture. */
  readonly orphan: () => void
  /** Whether the body of such a response is of use. */
  readonly keepsBody: (head: ResponseHead) => boolean
}

/** Requests without a response of one connection. */
const maxUnanswered = 200

interface Open {
  readonly request: Message<RequestHead>
  response: Message<ResponseHead> | null
}

export class Http1Talk {
  readonly client: ByteReader
  readonly server: ByteReader
  readonly #events: TalkEvents
  #open: Open[] = []
  /** Responses whose requests were captured later. */
  #early: Message<ResponseHead>[] = []
  /** Responses, or requests, may be missing, so that they no longer pair by their order alone. */
  #hasLostResponses: boolean
  #hasLostRequests: boolean

  constructor(events: TalkEvents, budget: ByteBudget, isFromStart: boolean) {
    this.#events = events
    this.#hasLostRequests = !isFromStart
    this.#hasLostResponses = !isFromStart
    const requests = new MessageReader<RequestHead>(
      {
        starts: startsRequest,
        headOf: requestHead,
        begin: message => {
          this.#addRequest(message)
          return { length: requestLength(message.head), keepsBody: true }
        },
        end: () => this.#emitComplete(),
        lost: () => {
          this.#hasLostRequests = true
        },
      },
      budget,
      isFromStart,
    )
    this.client = requests
    this.server = new MessageReader<ResponseHead>(
      {
        starts: startsResponse,
        headOf: responseHead,
        begin: message => this.#beginResponse(message, requests),
        end: () => this.#emitComplete(),
        lost: () => {
          this.#hasLostResponses = true
        },
      },
      budget,
      isFromStart,
    )
  }

  /** The connection has ended. */
  finish(): void {
    for (const { request, response } of this.#open) this.#emit(request, response)
    this.#drop(this.#early)
    this.#open = []
    this.#early = []
  }

  #addRequest(request: Message<RequestHead>): void {
    if (this.#open.length >= maxUnanswered) {
      const [oldest] = this.#open.splice(0, 1)
      if (oldest !== undefined) this.#emit(oldest.request, oldest.response)
    }
    const orphans = this.#hasLostRequests
      ? this.#early.filter(each => each.startedAtMs < request.startedAtMs)
      : []
    this.#drop(orphans)
    const [response = null, ...others] = this.#early.filter(each => !orphans.includes(each))
    this.#early = others
    this.#open.push({ request, response })
  }

  #beginResponse(message: Message<ResponseHead>, requests: MessageReader<RequestHead>) {
    const { status } = message.head
    const keepsBody = this.#events.keepsBody(message.head)
    // What follows is the final response, except for a change of the protocol.
    const isFinal = status >= 200 || status === 101
    const answered = isFinal ? this.#answer(message) : null
    const length = responseLength(message.head, answered?.request.head.method ?? '')
    if (length.kind === 'tunnel') requests.become(null)
    return { length, keepsBody: keepsBody && isFinal }
  }

  /** The request that it answers; null if that is not captured yet. */
  #answer(response: Message<ResponseHead>): Open | null {
    let waiting = this.#open.filter(each => each.response === null)
    // Without pipelining, a later request means that the response to the one before was received.
    if (this.#hasLostResponses) {
      const sent = waiting.filter(({ request }) => request.startedAtMs <= response.startedAtMs)
      const lost = sent.slice(0, -1)
      for (const { request } of lost) this.#emit(request, null)
      this.#open = this.#open.filter(each => !lost.includes(each))
      waiting = sent.slice(-1)
      this.#hasLostResponses = false
    }
    const [answered = null] = waiting
    if (answered !== null) answered.response = response
    else if (this.#early.length < maxUnanswered) this.#early.push(response)
    return answered
  }

  #drop(orphans: readonly Message<ResponseHead>[]): void {
    for (const { body } of orphans) {
      body.drop()
      this.#events.orphan()
    }
  }

  #emitComplete(): void {
    for (let [first] = this.#open; first?.request.isEnded && first.response?.isEnded; [first] = this.#open) {
      this.#open.shift()
      this.#emit(first.request, first.response)
    }
  }

  #emit(request: Message<RequestHead>, response: Message<ResponseHead> | null): void {
    this.#events.exchange({ request, response })
    // What nobody took is of no use.
    request.body.drop()
    response?.body.drop()
  }
}
