/** A conversation over TCP or UDP whose protocol has no reader: what each end sent, in order. */
import type { Framing } from '@pone/protocols/tcp/definition/framing.ts'
import type { Endpoint } from './conversation.ts'

export interface RecordedStream {
  readonly server: Endpoint
  readonly carrier: StreamCarrier
  readonly turns: readonly RecordedTurn[]
  /** The client's end of the connection; null if it has not ended it, or the server did before. */
  readonly closedAtMs: number | null
}

export type StreamCarrier =
  | {
      readonly transport: 'tcp'
      readonly isTls: boolean
      /** How messages end, as far as all of them show it; else by silence. */
      readonly framing: Framing
    }
  | { readonly transport: 'udp' }

/** What one end sent without a pause and before the other end answered; of UDP, a datagram. */
export interface RecordedTurn {
  readonly isSent: boolean
  readonly timeMs: number
  readonly endedAtMs: number
  readonly sizeBytes: number
  /** Messages that it consists of; those of the client with their content. */
  readonly count: number
  readonly messages: readonly StreamMessage[]
}

export type StreamMessage =
  | { readonly content: 'text' | 'hex'; readonly data: string }
  /** Too long for a field of a step. */
  | { readonly content: 'file'; readonly bytes: Uint8Array<ArrayBuffer> }
