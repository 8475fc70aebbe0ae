/** What a step does over TCP: opens a connection, sends, waits for messages, closes. */
import { z } from 'zod'
import { charsetSchema } from '../../messages/definition/charset.ts'
import { hostFields } from '../../messages/definition/host.ts'
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
import { framingSchema } from './framing.ts'

export const tcpOperationSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('connect'),
    connection: connectionSchema,
    ...hostFields,
    tls: z.boolean().default(false),
    framing: framingSchema.prefault({ kind: 'delimiter' }),
    keptFor: keptForSchema,
    /** Of connection and TLS together. */
    timeoutMs: timeoutSchema,
  }),
  z.object({
    kind: z.literal('send'),
    connection: connectionSchema,
    ...messageContent,
    charset: charsetSchema,
    /** none: ends when the network has taken the message; next, matching, count: with the next message, the first that matches, or so many. */
    reply: z.enum(['none', 'next', 'matching', 'count']).default('none'),
    match: messageMatchSchema.prefault({}),
    /** Of reply count. */
    count: z.int().min(1).max(100_000).default(1),
    timeoutMs: timeoutSchema,
  }),
  z.object({ ...awaitFields, charset: charsetSchema }),
  z.object({ kind: z.literal('close'), connection: connectionSchema, timeoutMs: timeoutSchema }),
])
export type TcpOperation = z.infer<typeof tcpOperationSchema>
export type TcpOperationOf<K extends TcpOperation['kind']> = Extract<TcpOperation, { kind: K }>

export const tcpSettingsSchema = z.object({ ...inboxLimits, maxMessageBytes })
export type TcpSettings = z.infer<typeof tcpSettingsSchema>
