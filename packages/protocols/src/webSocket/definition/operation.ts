/** What a step does over WebSocket: opens a connection, sends, waits for messages, listens, closes. */
import { fileReferenceSchema, nameValueSchema, template } from '@pone/schema/template.ts'
import { z } from 'zod'

/** A user may have several connections at a time, each under a name. */
const connection = z.string().trim().min(1).max(64).default('default')
/** 0 = as set for the component. */
const timeoutMs = z.int().min(0).max(3_600_000).default(0)

/** Which messages are meant. */
export const messageMatchSchema = z.object({
  source: z.enum(['any', 'contains', 'regex', 'jsonPath']).default('any'),
  /** Text, regular expression or JSONPath, as the source needs it. */
  expression: template(2_000).default(''),
  /** Of jsonPath: the value that the path has to give; empty = it only has to be there. */
  expected: template(2_000).default(''),
})
export type MessageMatch = z.infer<typeof messageMatchSchema>

export const webSocketOperationSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('connect'),
    connection,
    /** ws or wss. */
    url: template(8_192),
    /** Offered in this order, separated by commas. */
    subprotocols: template(1_000).default(''),
    headers: z.array(nameValueSchema).max(200).default([]),
    /** RFC 7692; costs much time and memory on both sides. */
    compression: z.boolean().default(false),
    /** Between pings that keep the connection alive, ms; 0 = none. One that is not answered before the next is due ends it. */
    pingIntervalMs: z.int().min(0).max(3_600_000).default(0),
    /** iteration: closed when the user's next iteration begins; user: kept as long as the user. */
    keptFor: z.enum(['iteration', 'user']).default('iteration'),
    connectTimeoutMs: timeoutMs,
    responseTimeoutMs: timeoutMs,
  }),
  z.object({
    kind: z.literal('send'),
    connection,
    content: z.enum(['text', 'hex', 'base64', 'file']).default('text'),
    /** Text, or bytes in hexadecimal or Base64. */
    data: template(1_048_576).default(''),
    /** Of content file: sent as one binary message. */
    fileId: fileReferenceSchema.default(''),
    /** none: ends when the message is handed over to the network; next: with the next message; matching: with the first that matches. */
    reply: z.enum(['none', 'next', 'matching']).default('none'),
    match: messageMatchSchema.prefault({}),
    timeoutMs,
  }),
  z.object({
    kind: z.literal('await'),
    connection,
    match: messageMatchSchema.prefault({}),
    count: z.int().min(1).max(100_000).default(1),
    /** buffer: messages that have arrived and nobody has read count as well; now: only those that arrive from now on. */
    from: z.enum(['buffer', 'now']).default('buffer'),
    timeoutMs,
  }),
  z.object({
    kind: z.literal('listen'),
    connection,
    durationMs: z.int().min(1).max(3_600_000).default(10_000),
    /** JSONPath to the epoch ms at which a message was sent: its way is then counted under a label of its own; empty = it is not. */
    sentAt: template(2_000).default(''),
  }),
  z.object({
    kind: z.literal('close'),
    connection,
    /** 1000, or 3000 to 4999. RFC 6455 §7.4 */
    code: z.int().min(1_000).max(4_999).default(1_000),
    reason: template(123).default(''),
    timeoutMs,
  }),
])
export type WebSocketOperation = z.infer<typeof webSocketOperationSchema>
export type OperationOf<K extends WebSocketOperation['kind']> = Extract<WebSocketOperation, { kind: K }>

export const webSocketSettingsSchema = z.object({
  /** Messages that wait to be read, of one connection; the oldest are dropped beyond it. */
  maxWaitingMessages: z.int().min(1).max(100_000).default(1_000),
  /** The same in bytes. */
  maxWaitingBytes: z
    .int()
    .min(1_024)
    .max(1_073_741_824)
    .default(4 * 1_048_576),
  /** Largest message that is received; a larger one ends the connection. */
  maxMessageBytes: z
    .int()
    .min(1_024)
    .max(1_073_741_824)
    .default(16 * 1_048_576),
})
export type WebSocketSettings = z.infer<typeof webSocketSettingsSchema>
