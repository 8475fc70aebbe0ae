/** The steps of a recorded conversation over TCP or UDP: connect, what the client sent, what it waited for, close. */
import { type TcpOperation, tcpOperationSchema } from '@pone/protocols/tcp/definition/operation.ts'
import { type UdpOperation, udpOperationSchema } from '@pone/protocols/udp/definition/operation.ts'
import type { RecordedStream, RecordedTurn, StreamMessage } from '../model/recorded-stream.ts'
import type { FieldTexts } from './field-texts.ts'
import type { MessageFiles } from './message-files.ts'

export type StreamOperation =
  | { readonly protocol: 'tcp'; readonly tcp: TcpOperation }
  | { readonly protocol: 'udp'; readonly udp: UdpOperation }

export interface StreamStep {
  readonly timeMs: number
  /** Until the answer that it waits for; 0 if it waits for none. */
  readonly durationMs: number
  readonly request: StreamOperation
}

interface Making {
  readonly texts: FieldTexts
  readonly files: MessageFiles
  /** Of the conversation. */
  readonly place: string
  /** Name of it among those of a user. */
  readonly connection: string
}

/** Texts hold marks where secrets were, and are no templates yet. */
export const streamSteps = (stream: RecordedStream, startedAtMs: number, making: Making): StreamStep[] =>
  stream.carrier.transport === 'tcp' ? tcpSteps(stream, startedAtMs, making) : udpSteps(stream, making)

function tcpSteps(
  { server, carrier, turns, closedAtMs }: RecordedStream,
  startedAtMs: number,
  making: Making,
) {
  if (carrier.transport !== 'tcp') return []
  const make = (operation: object): StreamOperation => ({
    protocol: 'tcp',
    tcp: tcpOperationSchema.parse({ connection: making.connection, ...operation }),
  })
  const { framing, isTls } = carrier
  const connect = { kind: 'connect', host: server.address, port: server.port, tls: isTls, framing }
  return [
    { timeMs: startedAtMs, durationMs: 0, request: make(connect) },
    ...turns.flatMap((turn, at) =>
      tcpTurn(turn, { before: turns[at - 1], after: turns[at + 1] }, { ...making, make }),
    ),
    ...(closedAtMs === null ? [] : [{ timeMs: closedAtMs, durationMs: 0, request: make({ kind: 'close' }) }]),
  ]
}

interface Neighbours {
  readonly before: RecordedTurn | undefined
  readonly after: RecordedTurn | undefined
}

function tcpTurn(
  { isSent, messages, count, timeMs }: RecordedTurn,
  { before, after }: Neighbours,
  { make, ...making }: Making & { readonly make: (operation: object) => StreamOperation },
): StreamStep[] {
  if (!isSent) {
    // What answers a message is waited for by the step that sends it.
    if (before?.isSent === true && before.messages.length > 0) return []
    return [{ timeMs, durationMs: 0, request: make({ kind: 'await', count }) }]
  }
  return messages.map((message, at) => {
    const answer = at === messages.length - 1 && after?.isSent === false ? after : null
    const reply =
      answer === null
        ? { reply: 'none' }
        : answer.count === 1
          ? { reply: 'next' }
          : { reply: 'count', count: answer.count }
    return {
      timeMs,
      durationMs: answer === null ? 0 : Math.max(0, answer.endedAtMs - timeMs),
      request: make({ kind: 'send', ...contentOf(message, making), ...reply }),
    }
  })
}

/** Further datagrams of the server are not waited for: how many come depends on the load. */
const udpSteps = ({ server, turns }: RecordedStream, making: Making): StreamStep[] =>
  turns.flatMap(({ isSent, messages, timeMs }, at) => {
    const next = turns[at + 1]
    const answer = next?.isSent === false ? next : null
    return (isSent ? messages : []).map(message => ({
      timeMs,
      durationMs: answer === null ? 0 : Math.max(0, answer.endedAtMs - timeMs),
      request: {
        protocol: 'udp' as const,
        udp: udpOperationSchema.parse({
          kind: 'send',
          connection: making.connection,
          host: server.address,
          port: server.port,
          ...contentOf(message, making),
          reply: answer === null ? 'none' : 'next',
        }),
      },
    }))
  })

function contentOf(message: StreamMessage, { texts, files, place }: Making) {
  if (message.content === 'file') return { content: 'file', fileId: files.add(message.bytes, place) }
  const { content, data } = message
  if (content === 'hex') return { content, data }
  return { content, data: /^\s*[[{]/.test(data) ? texts.json(data) : texts.value('', data) }
}
