/** The WebSocket steps of a recorded connection: connect, what the client sent, what it waited for, close. */
import {
  type WebSocketOperation,
  webSocketOperationSchema,
} from '@pone/protocols/webSocket/definition/operation.ts'
import { isCarriedHeader } from '../http/header-names.ts'
import type { RecordedExchange, RecordedMessage, RecordedSocket } from '../model/recording.ts'
import type { FieldTexts } from './field-texts.ts'
import type { MessageFiles } from './message-files.ts'
import { safePair } from './request-body.ts'

export interface SocketStep {
  readonly timeMs: number
  /** Until the answer that it waits for; 0 if it waits for none. */
  readonly durationMs: number
  /** Position of the message that it waits for; null if it waits for none. */
  readonly awaited: number | null
  readonly operation: WebSocketOperation
}

interface Making {
  readonly texts: FieldTexts
  readonly files: MessageFiles
  /** Name of it among those of a user. */
  readonly connection: string
}

/** Texts hold marks where secrets were, and are no templates yet. */
export function socketSteps(
  exchange: RecordedExchange,
  socket: RecordedSocket,
  { texts, files, connection }: Making,
): SocketStep[] {
  const make = (operation: object) => webSocketOperationSchema.parse({ connection, ...operation })
  const { messages, closed, subprotocol, isCompressed } = socket
  const startedAtMs = exchange.startedAtMs ?? 0
  const connect = make({
    kind: 'connect',
    url: texts.address(exchange.url.replace(/^http/i, 'ws')),
    subprotocols: subprotocol,
    headers: exchange.headers
      .filter(({ name }) => isCarriedHeader(name))
      .map(pair => safePair({ ...pair, enabled: true }, texts)),
    compression: isCompressed,
  })
  const sent = ({ content, data, bytes }: RecordedMessage) => ({
    kind: 'send',
    content,
    data: messageText({ content, data }, texts),
    ...(bytes !== undefined && { fileId: files.add(bytes, exchange.place) }),
  })
  const firstSent = messages.findIndex(({ isSent }) => isSent)
  const greeting = firstSent === 0 ? undefined : messages[0]
  return [
    { timeMs: startedAtMs, durationMs: exchange.durationMs, awaited: null, operation: connect },
    // A client that speaks after the server has waited for it.
    ...(greeting === undefined
      ? []
      : [{ timeMs: greeting.timeMs, durationMs: 0, awaited: 0, operation: make({ kind: 'await' }) }]),
    ...messages.flatMap((message, at) =>
      message.isSent
        ? [
            {
              ...sendStep(message, messages[at + 1], reply => make({ ...sent(message), reply })),
              awaited: isAwaited(messages, at + 1) ? at + 1 : null,
            },
          ]
        : [],
    ),
    ...(closed === null
      ? []
      : [
          {
            timeMs: closed.timeMs,
            durationMs: 0,
            awaited: null,
            operation: make({ kind: 'close', code: sendable(closed.code) }),
          },
        ]),
  ]
}

function sendStep(
  { timeMs }: RecordedMessage,
  next: RecordedMessage | undefined,
  make: (reply: 'none' | 'next') => WebSocketOperation,
): Omit<SocketStep, 'awaited'> {
  const reply = next === undefined || next.isSent ? null : next
  const operation = make(reply === null ? 'none' : 'next')
  return { timeMs, durationMs: reply === null ? 0 : Math.max(0, reply.timeMs - timeMs), operation }
}

/** What a message sends. */
export function messageText(
  { content, data }: Pick<RecordedMessage, 'content' | 'data'>,
  texts: FieldTexts,
): string {
  if (content !== 'text') return data
  return /^\s*[[{]/.test(data) ? texts.json(data) : texts.value('', data)
}

/** Whether a step waits for the message: it answers what the client sent, or the server spoke first. */
export const isAwaited = (messages: readonly RecordedMessage[], at: number): boolean =>
  messages[at]?.isSent === false && messages[at - 1]?.isSent !== false

/** Codes below 3000 are not for applications to send, except that of a usual end. */
const sendable = (code: number | null): number =>
  code !== null && code >= 3_000 && code <= 4_999 ? code : 1_000
