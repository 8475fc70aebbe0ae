/** What a file of recorded or described requests holds, whatever its format: exchanges in their order, pages, and what could not be read. */
import type { Conversation } from './conversation.ts'
import type { DynamicValue } from './dynamic-value.ts'
import type { RecordedFormat } from './formats.ts'
import type { Left } from './left.ts'

export interface Pair {
  readonly name: string
  readonly value: string
}

/** A part of a form: a text, or a file whose content the recording does not hold. */
export interface FormPart extends Pair {
  /** null for a text. */
  readonly fileName: string | null
  /** Empty if none was sent. */
  readonly contentType: string
}

export interface RecordedBody {
  readonly contentType: string
  /** As it was sent; empty if only `parts` are known, or the body is no text. */
  readonly text: string
  /** Fields of a form, where the recording lists them. */
  readonly parts: readonly FormPart[]
  /** It is no text, so its bytes are not kept. */
  readonly isBinary: boolean
}

export interface RecordedResponse {
  readonly status: number
  /** Without its parameters, in lower case; empty if unknown. */
  readonly contentType: string
  /** Of the body as it was transferred or decoded, whichever the recording tells; null if it tells neither. */
  readonly sizeBytes: number | null
  /** Absolute; null if the response is no redirect. */
  readonly redirectUrl: string | null
  readonly headers: readonly Pair[]
  /** The cookies that it sets, without their attributes. */
  readonly setCookies: readonly Pair[]
  /** Of a text that may hold values of later requests; null where none is known or kept. */
  readonly body: string | null
}

/** Why an exchange is not chosen at first. */
export type AsideReason = 'static' | 'otherHost' | 'redirected' | 'preflight' | 'fromCache' | 'eventStream'

export interface RecordedExchange {
  /** Position among all exchanges of the file, from 0. */
  readonly index: number
  /** Where it is in the file, e.g. `log.entries[3]`. */
  readonly place: string
  /** As the file calls the request; empty if it has no name. */
  readonly name: string
  /** Key of its page; null if it belongs to none. */
  readonly pageId: string | null
  /** null if the file knows no times. */
  readonly startedAtMs: number | null
  readonly durationMs: number
  readonly method: string
  /** Absolute, http or https, without a fragment. */
  readonly url: string
  /** Host with its port where the address names one. */
  readonly host: string
  readonly headers: readonly Pair[]
  readonly body: RecordedBody | null
  readonly response: RecordedResponse | null
  readonly isFromCache: boolean
  /** The browser opened it as a page of its own. */
  readonly isDocument: boolean
  /** Of a test that belongs to the request; null without one. */
  readonly expectedStatus: number | null
}

/** What becomes a transaction. */
export interface RecordedPage {
  readonly id: string
  readonly title: string
}

export interface Recording {
  readonly format: RecordedFormat
  readonly pages: readonly RecordedPage[]
  readonly exchanges: readonly RecordedExchange[]
  /** Variables that texts of the exchanges refer to as `{{name}}`; null in a format that has none, where such a text stands for itself. */
  readonly variables: readonly Pair[] | null
  /** Of a packet capture, in the order of their beginnings. */
  readonly conversations?: readonly Conversation[]
  readonly left: readonly Left[]
}

/** A recording that was searched for dynamic values; its responses have neither headers nor bodies any more. */
export interface CorrelatedRecording extends Recording {
  readonly dynamicValues: readonly DynamicValue[]
}

/** Exchanges that are kept of one file. */
export const maxExchanges = 20_000
