/** The messages of a WebSocket connection that browsers and the recording proxy write into an entry of a HAR file. */
import { z } from 'zod'
import { headerOf } from '../http/header-names.ts'
import type { LeftList } from '../model/left.ts'
import { maxFieldLength, maxMessageBytes, socketContent } from '../model/long-message.ts'
import type { RecordedMessage, RecordedSocket } from '../model/recording.ts'
import type { HarEntry } from './har-schema.ts'

/** Of one connection. */
const maxMessages = 10_000
/** Of a message as the file has it, characters. */
const maxLength = Math.ceil(maxMessageBytes / 3) * 4

const messageSchema = z.object({
  type: z.enum(['send', 'receive']),
  /** Seconds since 1970. */
  time: z.number().min(0),
  /** 1: text, 2: bytes, in Base64. RFC 6455 §5.2 */
  opcode: z.union([z.literal(1), z.literal(2)]),
  data: z.string().max(maxLength),
})

/** Whether the entry is that of such a connection. */
export const isSocket = ({ _resourceType, request }: HarEntry): boolean =>
  _resourceType === 'websocket' || /^wss?:/i.test(request.url)

/** null if the file has no messages of it, which is told. */
export function socketOf(
  { _webSocketMessages, response }: HarEntry,
  { place, left }: { readonly place: string; readonly left: LeftList },
): RecordedSocket | null {
  if (_webSocketMessages === null) {
    left.add(place, 'messages')
    return null
  }
  const messages = _webSocketMessages.slice(0, maxMessages).flatMap(value => messageOf(value) ?? [])
  const unread = _webSocketMessages.length - messages.length
  if (unread > 0) left.add(place, 'unreadMessages', { count: unread })
  const headers = response?.headers ?? []
  return {
    subprotocol: headerOf(headers, 'sec-websocket-protocol'),
    isCompressed: /(^|,)\s*permessage-deflate\b/i.test(headerOf(headers, 'sec-websocket-extensions')),
    messages: messages.toSorted((one, other) => one.timeMs - other.timeMs),
    closed: null,
  }
}

/** null for what is no message of an application, or cannot be read. */
function messageOf(value: unknown): RecordedMessage | null {
  const { data: message } = messageSchema.safeParse(value)
  if (message === undefined) return null
  const { type, time, opcode, data } = message
  if (opcode === 2 && !/^[A-Za-z0-9+/]*={0,2}$/.test(data)) return null
  const isSent = type === 'send'
  return { isSent, timeMs: time * 1_000, ...contentOf(data, opcode === 1, isSent) }
}

function contentOf(data: string, isText: boolean, isSent: boolean) {
  if (data.length <= maxFieldLength) return { content: isText ? 'text' : 'base64', data } as const
  const bytes = isText
    ? new TextEncoder().encode(data)
    : Uint8Array.from(atob(data), char => char.charCodeAt(0))
  return socketContent(bytes, { isText, isSent })
}
