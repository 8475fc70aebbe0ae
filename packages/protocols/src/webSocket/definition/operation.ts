/** What a step does over WebSocket: opens a connection, sends, waits for messages, listens, closes. */
import { nameValueSchema, template } from '@pone/schema/template.ts'
import { z } from 'zod'
import {
  awaitFields,
  connectionSchema,
  inboxLimits,
  keptForSchema,
  maxMessageBytes,
  messageContent,
  messageMatchSchema,
  timeoutSchema,
} from '../../messages/definition/operation.ts'

export const webSocketOperationSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('connect'),
    connection: connectionSchema,
    /** ws or wss. */
    url: template(8_192),
    /** Offered in this order, separated by commas. */
    subprotocols: template(1_000).default(''),
    headers: z.array(nameValueSchema).max(200).default([]),
    /** RFC 7692; costs much time and memory on both sides. */
    compression: z.boolean().default(false),
    /** Between pings that keep the connection alive, ms; 0 = none. One that is not answered before the next is due ends it. */
    pingIntervalMs: z.int().min(0).max(3_600_000).default(0),
    keptFor: keptForSchema,
    connectTimeoutMs: timeoutSchema,
    responseTimeoutMs: timeoutSchema,
  }),
  z.object({
    kind: z.literal('send'),
    connection: connectionSchema,
    ...messageContent,
    /** none: ends when the message is handed over to the network; next: with the next message; matching: with the first that matches. */
    reply: z.enum(['none', 'next', 'matching']).default('none'),
    match: messageMatchSchema.prefault({}),
    timeoutMs: timeoutSchema,
  }),
  z.object(awaitFields),
  z.object({
    kind: z.literal('listen'),
    connection: connectionSchema,
    durationMs: z.int().min(1).max(3_600_000).default(10_000),
    /** JSONPath to the epoch ms at which a message was sent: its way is then counted under a label of its own; empty = it is not. */
    sentAt: template(2_000).default(''),
  }),
  z.object({
    kind: z.literal('close'),
    connection: connectionSchema,
    /** 1000, or 3000 to 4999. RFC 6455 §7.4 */
    code: z.int().min(1_000).max(4_999).default(1_000),
    reason: template(123).default(''),
    timeoutMs: timeoutSchema,
  }),
])
export type WebSocketOperation = z.infer<typeof webSocketOperationSchema>
export type OperationOf<K extends WebSocketOperation['kind']> = Extract<WebSocketOperation, { kind: K }>

export const webSocketSettingsSchema = z.object({ ...inboxLimits, maxMessageBytes })
export type WebSocketSettings = z.infer<typeof webSocketSettingsSchema>
