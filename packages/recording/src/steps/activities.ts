/** What happened in a recording, in the order of its times: requests, and the messages of WebSocket connections among them. */
import { type HttpRequest, httpRequestSchema } from '@pone/protocols/http/definition/request.ts'
import { tcpOperationSchema } from '@pone/protocols/tcp/definition/operation.ts'
import { udpOperationSchema } from '@pone/protocols/udp/definition/operation.ts'
import {
  type WebSocketOperation,
  webSocketOperationSchema,
} from '@pone/protocols/webSocket/definition/operation.ts'
import type { RecordedExchange } from '../model/recording.ts'
import type { FieldTexts } from './field-texts.ts'
import { literalRequest, templateOf } from './http-request.ts'
import type { MessageFiles } from './message-files.ts'
import type { Secrets } from './secrets.ts'
import { type StreamOperation, streamSteps } from './stream-steps.ts'
import { socketSteps } from './web-socket.ts'

/** What a step does; its texts hold marks, or are templates. */
export type StepRequest =
  | { readonly protocol: 'http'; readonly http: HttpRequest }
  | { readonly protocol: 'webSocket'; readonly webSocket: WebSocketOperation }
  | StreamOperation

export interface Activity {
  readonly exchange: RecordedExchange
  /** null if the file knows no times. */
  readonly startedAtMs: number | null
  readonly durationMs: number
  /** null if the exchange is not chosen. */
  readonly request: StepRequest | null
  /** The exchange itself, no message that followed it. */
  readonly isExchange: boolean
  /** Position of the message that the step sees; null for a response, and where it sees none. */
  readonly awaited: number | null
}

interface ActivityOptions {
  readonly chosen: ReadonlySet<number>
  /** Those of an exchange. */
  readonly textsOf: (exchange: RecordedExchange) => FieldTexts
  readonly files: MessageFiles
  readonly baseUrl: string
}

export function activitiesOf(
  exchanges: readonly RecordedExchange[],
  { chosen, textsOf, files, baseUrl }: ActivityOptions,
): Activity[] {
  let connections = 0
  const activities = exchanges.flatMap((exchange): Activity[] => {
    const { startedAtMs, durationMs, socket, stream } = exchange
    const own = { exchange, startedAtMs, durationMs, isExchange: true, awaited: null }
    if (!chosen.has(exchange.index)) return [{ ...own, request: null }]
    const texts = textsOf(exchange)
    if (socket === undefined && stream === undefined)
      return [{ ...own, request: { protocol: 'http', http: literalRequest(exchange, texts, baseUrl) } }]
    connections += 1
    const connection = connections === 1 ? 'default' : `connection${connections}`
    const making = { texts, files, connection }
    const steps = []
    if (stream !== undefined)
      for (const step of streamSteps(stream, startedAtMs ?? 0, { ...making, place: exchange.place }))
        steps.push({ ...step, awaited: null })
    if (socket !== undefined)
      for (const { operation, ...step } of socketSteps(exchange, socket, making))
        steps.push({ ...step, request: { protocol: 'webSocket' as const, webSocket: operation } })
    return steps.map(({ timeMs, ...step }, at) => ({
      exchange,
      startedAtMs: timeMs,
      ...step,
      isExchange: at === 0,
    }))
  })
  // Exchanges are in their order already; one without a time stays where it is.
  if (connections === 0 || activities.some(({ startedAtMs }) => startedAtMs === null)) return activities
  return activities.toSorted((one, other) => (one.startedAtMs ?? 0) - (other.startedAtMs ?? 0))
}

/** The name of a field that exceeds a limit instead, if one does. */
export function templateRequest(
  request: StepRequest,
  secrets: Secrets,
): StepRequest | { readonly field: string } {
  if (request.protocol === 'http') {
    const made = templateOf(request.http, httpRequestSchema, secrets)
    return 'field' in made ? made : { protocol: 'http', http: made.done }
  }
  if (request.protocol === 'tcp') {
    const made = templateOf(request.tcp, tcpOperationSchema, secrets)
    return 'field' in made ? made : { protocol: 'tcp', tcp: made.done }
  }
  if (request.protocol === 'udp') {
    const made = templateOf(request.udp, udpOperationSchema, secrets)
    return 'field' in made ? made : { protocol: 'udp', udp: made.done }
  }
  const made = templateOf(request.webSocket, webSocketOperationSchema, secrets)
  return 'field' in made ? made : { protocol: 'webSocket', webSocket: made.done }
}
