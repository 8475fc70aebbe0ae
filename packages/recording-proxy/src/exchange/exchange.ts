/** A request that passed the proxy, with its response, as it is gathered. */
import { mimeOf } from '@pone/schema/mime-type.ts'
import type { KeptBody } from './kept-body.ts'

export interface Pair {
  readonly name: string
  readonly value: string
}

/** Milliseconds; null where the connection was there before. */
interface ConnectTimes {
  dnsMs: number | null
  connectMs: number | null
  tlsMs: number | null
}

export interface SocketMessage {
  readonly isSent: boolean
  readonly atMs: number
  /** 1: text, 2: binary. */
  readonly opcode: number
  readonly data: Buffer
}

export interface Exchange {
  /** Of the transaction that was marked before it; null without one. */
  readonly pageId: string | null
  readonly startedAtMs: number
  readonly method: string
  /** Absolute. */
  readonly url: string
  /** e.g. `HTTP/2.0`. */
  readonly httpVersion: string
  readonly requestHeaders: readonly Pair[]
  readonly requestBody: KeptBody
  readonly times: ConnectTimes
  /** When the whole request was sent, in milliseconds since the epoch as all times here. */
  sentAtMs: number
  firstByteAtMs: number
  endedAtMs: number
  /** 0 without a response. */
  status: number
  responseHeaders: readonly Pair[]
  readonly responseBody: KeptBody
  /** Of a WebSocket; null for any other exchange. */
  messages: SocketMessage[] | null
}

/** What a list shows while recording. */
export interface ExchangeSummary {
  /** Position among all recorded ones, from 0. */
  readonly index: number
  readonly pageId: string | null
  readonly startedAtMs: number
  readonly durationMs: number
  readonly method: string
  readonly url: string
  readonly status: number
  /** Without its parameters, in lower case. */
  readonly contentType: string
  readonly sizeBytes: number
  readonly isWebSocket: boolean
}

export const headerOf = (headers: readonly Pair[], name: string): string =>
  headers.find(each => each.name.toLowerCase() === name)?.value ?? ''

export const contentTypeOf = (headers: readonly Pair[]): string => mimeOf(headerOf(headers, 'content-type'))

export function summaryOf(exchange: Exchange, index: number): ExchangeSummary {
  const { pageId, startedAtMs, endedAtMs, method, url, status, responseHeaders, responseBody } = exchange
  return {
    index,
    pageId,
    startedAtMs,
    durationMs: Math.max(0, endedAtMs - startedAtMs),
    method,
    url,
    status,
    contentType: contentTypeOf(responseHeaders),
    sizeBytes: responseBody.sizeBytes,
    isWebSocket: exchange.messages !== null,
  }
}

/** Flat names and values, as Node gives them. */
export const pairsOf = (raw: readonly string[]): Pair[] =>
  raw.flatMap((name, at) => (at % 2 === 0 ? [{ name, value: raw[at + 1] ?? '' }] : []))
