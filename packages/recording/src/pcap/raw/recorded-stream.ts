/** Makes an exchange of a recording of what the ends of a conversation sent each other. */
import type { Conversation } from '../../model/conversation.ts'
import type { LeftList } from '../../model/left.ts'
import { maxFieldBytes, maxMessageBytes } from '../../model/long-message.ts'
import type { RecordedStream, RecordedTurn, StreamMessage } from '../../model/recorded-stream.ts'
import type { RecordedExchange } from '../../model/recording.ts'
import { guessFraming } from './guess-framing.ts'
import { maxLongBytes, type RawTalk, type RawTurn } from './raw-talk.ts'

interface StreamPlace {
  readonly index: number
  readonly conversation: Pick<Conversation, 'name' | 'server' | 'isDecrypted' | 'isFromStart' | 'lostBytes'>
  readonly transport: 'tcp' | 'udp'
  readonly left: LeftList
}

/** null if nothing of it can be sent or waited for. */
export function streamExchange(
  talk: RawTalk,
  { index, conversation, transport, left }: StreamPlace,
): RecordedExchange | null {
  const turns = talk.turns
  const [first] = turns
  const last = turns.at(-1)
  if (first === undefined || last === undefined) return null
  const { name: place, server } = conversation
  tellLosses(turns, { conversation, left })
  const stream = transport === 'tcp' ? tcpStream(talk, turns, conversation) : udpStream(turns, server)
  if (!stream.turns.some(({ messages, isSent }) => !isSent || messages.length > 0)) return null
  if (talk.isCut) left.add(place, 'streamCut')
  if (!conversation.isFromStart) left.add(place, 'streamBegunBefore')
  const host = server.address.includes(':') ? `[${server.address}]` : server.address
  return {
    index,
    place,
    name: '',
    pageId: null,
    startedAtMs: first.timeMs,
    durationMs: Math.max(0, last.endedAtMs - first.timeMs),
    method: transport.toUpperCase(),
    url: `${transport}://${host}:${server.port}`,
    host: `${host}:${server.port}`,
    headers: [],
    body: null,
    response: null,
    isFromCache: false,
    isDocument: false,
    expectedStatus: null,
    stream,
  }
}

function tellLosses(
  turns: readonly RawTurn[],
  { conversation: { name, lostBytes }, left }: Pick<StreamPlace, 'conversation' | 'left'>,
): void {
  const lost = turns.filter(({ isSent, bytes }) => isSent && bytes === null)
  const tooLong = lost.filter(({ hasGap }) => !hasGap).length
  if (tooLong > 0)
    left.add(name, 'streamTooLong', {
      count: tooLong,
      limit: maxMessageBytes / 1024 ** 2,
      total: maxLongBytes / 1024 ** 2,
    })
  if (lost.length > tooLong) left.add(name, 'streamGap', { count: lost.length - tooLong })
  if (lostBytes > 0) left.add(name, 'lostBytes', { count: lostBytes })
}

function tcpStream(
  talk: RawTalk,
  turns: readonly RawTurn[],
  { server, isDecrypted }: StreamPlace['conversation'],
): RecordedStream {
  const { framing, split } = guessFraming(turns, talk.longestPauseMs)
  const { sent, received } = talk.endedAtMs
  const isClosedByClient = sent !== null && (received === null || sent <= received)
  return {
    server,
    carrier: { transport: 'tcp', isTls: isDecrypted, framing },
    turns: turns.map(turn => recordedTurn(turn, split)),
    closedAtMs: isClosedByClient ? sent : null,
  }
}

const udpStream = (turns: readonly RawTurn[], server: Conversation['server']): RecordedStream => ({
  server,
  carrier: { transport: 'udp' },
  turns: turns.map(turn => recordedTurn(turn, bytes => [bytes])),
  closedAtMs: null,
})

function recordedTurn(
  { isSent, timeMs, endedAtMs, sizeBytes, bytes }: RawTurn,
  split: (bytes: Uint8Array, isSent: boolean) => readonly Uint8Array[],
): RecordedTurn {
  const parts = bytes === null ? [] : split(bytes, isSent)
  return {
    isSent,
    timeMs,
    endedAtMs,
    sizeBytes,
    count: Math.max(1, parts.length),
    // Answers are waited for, whatever they hold.
    messages: isSent ? parts.map(messageOf) : [],
  }
}

const hexDigits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

function messageOf(bytes: Uint8Array): StreamMessage {
  if (bytes.length > maxFieldBytes) return { content: 'file', bytes: bytes.slice() }
  const data = textOf(bytes)
  if (data !== null) return { content: 'text', data }
  let hex = ''
  for (const byte of bytes) hex += hexDigits[byte] ?? ''
  return { content: 'hex', data: hex }
}

/** null if the bytes are no text, or would be sent differently as one. */
function textOf(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    // Carriage returns do not survive being edited; characters of private use stand for secrets.
    // oxlint-disable-next-line no-control-regex -- what no text contains
    return /[\0-\x08\x0b-\x1f\x7f\ue000-\ue001]/.test(text) ? null : text
  } catch {
    return null
  }
}
