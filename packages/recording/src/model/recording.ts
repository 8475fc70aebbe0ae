/** What a file of recorded or described requests holds, whatever its format: exchanges in their order, pages, and what could not be read. */
import type { Checkpoint, Extractor } from '@pone/plan/answers/answer-rules.ts'
import type { RecordedAnswer } from '@pone/plan/answers/recorded-answer.ts'
import type { ResponseSizes } from '@pone/plan/production-mix/production-mix.ts'
import type { ScenarioDocument } from '@pone/plan/scenario/scenario.ts'
import type { Conversation } from './conversation.ts'
import type { DynamicValue } from './dynamic-value.ts'
import type { RecordedFormat } from './formats.ts'
import type { Left } from './left.ts'
import type { RecordedStream } from './recorded-stream.ts'
import type { TypedValue } from './typed-value.ts'

export interface Pair {
  readonly name: string
  readonly value: string
}

export interface RecordedVariable extends Pair {
  /** The file calls it so; others are by their name. */
  readonly isSecret?: boolean
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
  /** What is kept of the body to compare other responses with it. */
  readonly answer?: RecordedAnswer
}

/** Why an exchange is not chosen at first. */
export type AsideReason =
  | 'static'
  | 'otherHost'
  | 'redirected'
  | 'preflight'
  | 'fromCache'
  | 'eventStream'
  | 'rawStream'

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
  /** Absolute, http or https, without a fragment; of a stream tcp or udp, with host and port only. */
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
  /** Of tests that belong to the request. */
  readonly rules?: AnswerRules
  /** Requests that it stands for, of a file that counts them. */
  readonly count?: number
  /** Where the file tells them: how long a response may take, and whether redirects are followed. */
  readonly responseTimeoutMs?: number
  readonly followRedirects?: boolean
  /** What these requests have in common. */
  readonly template?: RequestTemplateFacts
  /** The connection went on with WebSocket messages. */
  readonly socket?: RecordedSocket
  /** It is no request: two ends spoke over TCP or UDP what no reader knows. */
  readonly stream?: RecordedStream
}

export interface RequestTemplateFacts {
  /** Empty if the file does not tell it. */
  readonly origin: string
  /** Such as `/orders/{id}`. */
  readonly path: string
  readonly isStatic: boolean
  /** null if the file does not tell them. */
  readonly sizes: ResponseSizes | null
}

export interface RecordedSocket {
  /** That the server chose; empty without one. */
  readonly subprotocol: string
  readonly isCompressed: boolean
  /** In the order of their times. */
  readonly messages: readonly RecordedMessage[]
  /** The client's end of the connection; null if it has not ended it. */
  readonly closed: { readonly code: number | null; readonly timeMs: number } | null
}

export interface RecordedMessage {
  /** By the client; false if it received it. */
  readonly isSent: boolean
  readonly timeMs: number
  /** `file`: too long for a field of a step. */
  readonly content: 'text' | 'base64' | 'file'
  /** Empty of a file. */
  readonly data: string
  /** Of a file that the client sent. */
  readonly bytes?: Uint8Array<ArrayBuffer>
}

/** What a step checks and takes of its response. */
export interface AnswerRules {
  readonly checkpoints: readonly Omit<Checkpoint, 'id'>[]
  readonly extractors: readonly Omit<Extractor, 'id'>[]
}

/** What becomes a transaction, or a step that tells how often what is in it runs. */
export interface RecordedPage {
  readonly id: string
  readonly title: string
  /** A transaction without. */
  readonly runs?: PageRuns
  /** The page that it is a part of. */
  readonly parentId?: string
}

/** `once`: in the first iteration of a user only. */
export type PageRuns = { readonly kind: 'loop'; readonly count: number } | { readonly kind: 'once' }

/** A pause that a file without times tells. */
export interface RecordedPause {
  /** Index of the exchange that comes next; the number of exchanges for a pause behind all of them. */
  readonly before: number
  readonly pageId: string | null
  /** Both the same for a pause of one length, else any time between them. */
  readonly minMs: number
  readonly maxMs: number
}

/** The load of a script, and what its run is judged by. */
export type RecordedLoad = Partial<Pick<ScenarioDocument, 'drive' | 'loadModel' | 'maxUsers' | 'sla'>>

export interface Recording {
  readonly format: RecordedFormat
  readonly pages: readonly RecordedPage[]
  readonly exchanges: readonly RecordedExchange[]
  /** Variables that texts of the exchanges refer to as `{{name}}`; null in a format that has none, where such a text stands for itself. */
  readonly variables: readonly RecordedVariable[] | null
  /** Of a packet capture, in the order of their beginnings. */
  readonly conversations?: readonly Conversation[]
  readonly left: readonly Left[]
  /** Lists of values that texts of the exchanges refer to as `{{name}}`. */
  readonly lists?: readonly ValueList[]
  /** Of a file that counts requests. */
  readonly mix?: TrafficMix
  /** Of a script: templates that texts of the exchanges refer to as `{{name}}`. */
  readonly expressions?: readonly Pair[]
  readonly pauses?: readonly RecordedPause[]
  readonly load?: RecordedLoad
}

/** Values that requests have sent in one place. */
export interface ValueList {
  readonly name: string
  readonly values: readonly string[]
}

/** How often requests came in production; static files are not counted. */
export interface TrafficMix {
  readonly requests: number
  /** Static files, and requests that are not counted since they ask for what is not there. */
  readonly staticRequests: number
  readonly refusedRequests: number
  /** Times of the first and the last request. */
  readonly fromMs: number
  readonly toMs: number
  readonly intervalSeconds: number
  /** Requests of each interval. */
  readonly arrivals: readonly number[]
  /** Visits of clients, which end with a pause of half an hour. */
  readonly visits: number
  /** Between two requests of a visit; null if no visit has two. */
  readonly meanPauseMs: number | null
}

/** Origin of requests whose host the file does not tell; their steps have paths only. */
export const unknownOrigin = 'http://host.invalid'

/** What a second recording of the same steps was good for. */
export interface ComparedRecordings {
  /** Requests of the first recording, and how many of them the second one has, too. */
  readonly requests: number
  readonly matched: number
}

/** A recording that was searched for dynamic values; its responses have neither headers nor bodies any more. */
export interface CorrelatedRecording extends Recording {
  readonly dynamicValues: readonly DynamicValue[]
  readonly typedValues: readonly TypedValue[]
  /** `unknownFormat` if the second file is no recording; missing without one. */
  readonly compared?: ComparedRecordings | 'unknownFormat'
}

/** Exchanges that are kept of one file. */
export const maxExchanges = 20_000
