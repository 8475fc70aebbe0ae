/** What goes into the HTTP client and what comes out: the types shared by the engine, HttpSession (session.ts). */

import type { Network } from '../connect/network.ts'
import type { Outcome } from '../protocol.ts'
import type { HttpCredentials } from './credentials.ts'

import type { HttpPhases } from './phases.ts'
import type { UserCache } from './user-cache.ts'

/** How requests connect, and whether connections are kept. Made once per component: connections of different objects are never shared. */
export interface Transport extends Network {
  readonly keepAlive: boolean
  /** A request that a dropped kept-alive connection took with it is sent once more where that does no harm. */
  readonly repeatsDropped: boolean
  /** auto: HTTP/2 where the server offers it by ALPN; 2: nothing else, without TLS by prior knowledge. */
  readonly httpVersion: '1.1' | 'auto' | '2'
}

/** What a layer may ask of the user's session. */
export interface LayerSession {
  /** Grows when connections are closed: what a layer remembers of the user's dealings with servers holds for one generation. */
  readonly generation: number
  /** Answers kept as a browser does. */
  readonly cache: UserCache
  /** Whether requests to the address share one connection, as far as is known yet. */
  multiplexes(url: string, transport: Transport): boolean
  /** Cookie header that a request to the address would carry of the user's own cookies; empty when there are none. */
  cookieHeader(url: string): string
}

/** Gets a call and answers it, itself or by `next` (any number of times); never rejects. The outcome sums up all that was put on the wire for it. */
export type Layer = (
  call: HttpCall,
  session: LayerSession,
  next: (call: HttpCall) => Promise<HttpResult>,
) => Promise<HttpResult>

/** What a step fixes for all its requests; made once per step. */
export interface CallOptions {
  /** What the call passes before it is sent, the outermost first; mostly nothing. */
  readonly layers: readonly Layer[]
  readonly method: string
  readonly transport: Transport
  readonly followRedirects: boolean
  /** Sends Accept-Encoding and decodes what comes back. */
  readonly compression: boolean
  /** For name, TCP, proxy and TLS together; 0 = no limit. */
  readonly connectTimeoutMs: number
  /** From the request's last byte handed over to the answer's last byte; 0 = no limit. */
  readonly responseTimeoutMs: number
  readonly wantsHeaders: boolean
  /** false: the body is counted and dropped; ifSmall: the same when it is larger than the limit. */
  readonly wantsBody: boolean | 'ifSmall'
  /** Limit of the decoded body when it is wanted; beyond it the outcome is bodyTooLarge. */
  readonly maxBodyBytes: number
}

/** One request ready to send: everything interpolated. */
export interface HttpCall {
  readonly options: CallOptions
  /** Absolute http or https address; user info in it becomes Basic authorization. */
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: RequestBody | null
  /** Of the trace that it begins; its header is among `headers`. */
  readonly traceId?: string
  /** For the layers that authenticate. */
  readonly auth?: HttpCredentials
}

/** A whole body, or one that is read while it is sent. */
export type RequestBody = Uint8Array | string | BodySource

/** A body that is read while it is sent. */
export interface BodySource {
  /** Exact; null = not known before the end: HTTP/1.1 sends it in chunks, HTTP/2 without a length. */
  readonly sizeBytes: number | null
  /** Reads it from its start, for every hop and retry anew; what is not read to the end is closed by `return` of the iterator. */
  open(): AsyncIterable<Uint8Array>
  /** What people are shown of it: texts as they are, files by name and size. */
  preview(): string
}

/** One outcome; a failure is data, never an exception. */
export interface HttpResult extends Outcome {
  /** 0 = no answer. */
  status: number
  /** ECONNREFUSED, ECONNRESET, timeout.connect, timeout.response, protocol.*, tls.*, dns.*, tooManyRedirects, bodyTooLarge, aborted, invalidUrl …; null = answered in full. */
  errorCode: string | null
  errorMessage: string
  /** In wire order, names as sent by the server; empty when not wanted. */
  headers: readonly (readonly [name: string, value: string])[]
  /** Decoded; empty when not wanted. */
  body: Uint8Array
  /** Character set that the Content-Type names, in lower case; null = none. */
  charset: string | null
  sentBytes: number
  /** On the wire, all hops together. */
  receivedBytes: number
  /** From the flush of the request (or the start of its connection) to the last byte. */
  durationUs: number
  phasesUs: HttpPhases
  /** Final address after redirects. */
  url: string
  /** Hops and repetitions really put on the wire. */
  wireRequests: number
  /** Of those, repetitions. */
  repeatedRequests: number
  /** Request line and headers of the last hop as sent; only when headers are wanted. */
  sentHead: string
  /** fresh: answered from the user's cache without the wire; revalidated: the server said that the kept answer still holds. */
  fromCache?: 'fresh' | 'revalidated'
  /** What an HTML answer embeds, as it was fetched with it; its figures are in those of the whole. */
  resources?: readonly ResourceOutcome[]
}

/** One embedded resource. */
export interface ResourceOutcome {
  readonly url: string
  /** 0 = no answer. */
  readonly status: number
  readonly durationUs: number
  readonly receivedBytes: number
  readonly errorCode: string | null
}
