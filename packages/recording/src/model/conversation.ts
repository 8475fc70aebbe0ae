/** A conversation of a packet capture: what two ends sent each other over one connection, or over one pair of UDP ports. */
import type { Bilingual } from '@pone/schema/bilingual.ts'

export interface Endpoint {
  readonly address: string
  readonly port: number
}

/** What is spoken; `tcp` and `udp` where it is none of the others. */
export type ConversationProtocol = 'http' | 'http2' | 'webSocket' | 'tls' | 'tcp' | 'udp'

/** As they are called in all languages. */
export const protocolNames: Readonly<Record<ConversationProtocol, string>> = {
  http: 'HTTP',
  http2: 'HTTP/2',
  webSocket: 'WebSocket',
  tls: 'TLS',
  tcp: 'TCP',
  udp: 'UDP',
}

/** How it ended: `open` if the capture ended first, `refused` if the server reset the first packet. */
export type ConversationState = 'closed' | 'reset' | 'open' | 'refused' | 'unanswered'

export const stateTexts: Readonly<Record<ConversationState, Bilingual>> = {
  closed: { zh: '已关闭', en: 'closed' },
  reset: { zh: '已重置', en: 'reset' },
  open: { zh: '未关闭', en: 'open' },
  refused: { zh: '被拒绝', en: 'refused' },
  unanswered: { zh: '无应答', en: 'no answer' },
}

export interface Conversation {
  /** Position among all conversations of the capture, from 0. */
  readonly index: number
  /** As Wireshark calls it, e.g. `tcp.stream 3`. */
  readonly name: string
  readonly protocol: ConversationProtocol
  /** It is spoken within TLS, whose secrets are known. */
  readonly isDecrypted: boolean
  /** Who began, as far as the capture tells. */
  readonly client: Endpoint
  readonly server: Endpoint
  readonly state: ConversationState
  /** Whether the capture holds its beginning. */
  readonly isFromStart: boolean
  readonly startedAtMs: number
  readonly endedAtMs: number
  readonly packets: number
  /** Payload that the client sent, and that the server sent; what is sent again counts each time. */
  readonly sentBytes: number
  readonly receivedBytes: number
  /** Bytes that both ends have and the capture has not. */
  readonly lostBytes: number
  /** Indexes of its exchanges in the recording. */
  readonly exchanges: readonly number[]
}

/** Conversations that are read of one capture. */
export const maxConversations = 20_000
