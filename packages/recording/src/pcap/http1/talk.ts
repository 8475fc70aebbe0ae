/** Pairs the requests and the responses of one HTTP/1 connection, and hands over to what the connection changes to. */
import { headerOf } from '../../http/header-names.ts'
import type { ByteBudget } from '../tcp/byte-budget.ts'
import type { ByteReader } from '../tcp/tcp-stream.ts'
import { SocketTalk } from '../websocket/talk.ts'
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
  /** The messages of a WebSocket connection, which arrive later; null for others. */
  readonly socket: SocketTalk | null
  /** Among those of the connection whose requests were captured at the same time. */
  readonly order: number
}

/** What is spoken over a connection. */
export interface Talk {
  readonly client: ByteReader
  readonly server: ByteReader
  /** The connection has ended. */
  finish(): void
}

export interface TalkEvents {
  /** Of each request once its response is complete, or will not come. */
  readonly exchange: (exchange: CapturedExchange) => void
  /** A response whose request is not in the capture. */
  readonly orphan: () => void
  /** Whether the body of such a response is of use. */
  readonly keepsBody: (head: ResponseHead) => boolean
  /** The connection goes on with messages. */
  readonly becomesSocket: (extensions: string) => SocketTalk
  /** The connection goes on with HTTP/2, whose first response answers this request. */
  readonly becomesHttp2: (request: Message<RequestHead>) => Talk
}

/** Requests without a response of one connection. */
const maxUnanswered = 200

interface Open {
  readonly request: Message<RequestHead>
  response: Message<ResponseHead> | null
  socket: SocketTalk | null
}

export class Http1Talk implements Talk {
  readonly client: ByteReader
  readonly server: ByteReader
  readonly #events: TalkEvents
  readonly #requests: MessageReader<RequestHead>
  readonly #responses: MessageReader<ResponseHead>
  /** What follows; null as long as it is HTTP/1. */
  #next: Talk | null = null
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
    this.#requests = new MessageReader<RequestHead>(
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
    this.#responses = new MessageReader<ResponseHead>(
      {
        starts: startsResponse,
        headOf: responseHead,
        begin: message => this.#beginResponse(message),
        end: () => this.#emitComplete(),
        lost: () => {
          this.#hasLostResponses = true
        },
      },
      budget,
      isFromStart,
    )
    this.client = this.#requests
    this.server = this.#responses
  }

  finish(): void {
    for (const open of this.#open) this.#emit(open)
    this.#drop(this.#early)
    this.#open = []
    this.#early = []
    this.#next?.finish()
  }

  #addRequest(request: Message<RequestHead>): void {
    if (this.#open.length >= maxUnanswered) {
      const [oldest] = this.#open.splice(0, 1)
      if (oldest !== undefined) this.#emit(oldest)
    }
    const orphans = this.#hasLostRequests
      ? this.#early.filter(each => each.startedAtMs < request.startedAtMs)
      : []
    this.#drop(orphans)
    const [response = null, ...others] = this.#early.filter(each => !orphans.includes(each))
    this.#early = others
    this.#open.push({ request, response, socket: null })
  }

  #beginResponse(message: Message<ResponseHead>) {
    const { status } = message.head
    const keepsBody = this.#events.keepsBody(message.head)
    // What follows is the final response, except for a change of the protocol.
    const isFinal = status >= 200 || status === 101
    const answered = isFinal ? this.#answer(message) : null
    const length = responseLength(message.head, answered?.request.head.method ?? '')
    if (length.kind === 'tunnel') this.#change(message.head, answered)
    return { length, keepsBody: keepsBody && isFinal }
  }

  /** What follows the response is no HTTP/1. */
  #change({ status, headers }: ResponseHead, answered: Open | null): void {
    const protocol = status === 101 ? headerOf(headers, 'upgrade').toLowerCase() : ''
    let client: ByteReader | null = null
    let server: ByteReader | null = null
    if (protocol === 'websocket' && answered !== null) {
      answered.socket = this.#events.becomesSocket(headerOf(headers, 'sec-websocket-extensions'))
      ;({ client, server } = answered.socket)
    } else if (protocol === 'h2c' && answered !== null) {
      this.#open = this.#open.filter(each => each !== answered)
      this.#next = this.#events.becomesHttp2(answered.request)
      ;({ client, server } = this.#next)
    }
    this.#requests.become(client)
    this.#responses.become(server)
  }

  /** The request that it answers; null if that is not captured yet. */
  #answer(response: Message<ResponseHead>): Open | null {
    let waiting = this.#open.filter(each => each.response === null)
    // Without pipelining, a later request means that the response to the one before was received.
    if (this.#hasLostResponses) {
      const sent = waiting.filter(({ request }) => request.startedAtMs <= response.startedAtMs)
      const lost = sent.slice(0, -1)
      for (const { request } of lost) this.#emit({ request, response: null, socket: null })
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
      this.#emit(first)
    }
  }

  #emit({ request, response, socket }: Open): void {
    this.#events.exchange({ request, response, socket, order: 0 })
    // What nobody took is of no use.
    request.body.drop()
    response?.body.drop()
  }
}
