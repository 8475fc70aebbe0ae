/** What a step does over UDP: sends a datagram, waits for datagrams. */
import { z } from 'zod'
import { charsetSchema } from '../../messages/definition/charset.ts'
import { hostFields } from '../../messages/definition/host.ts'
import {
  awaitFields,
  connectionSchema,
  inboxLimits,
  keptForSchema,
  messageContent,
  messageMatchSchema,
  timeoutSchema,
} from '../../messages/definition/operation.ts'

export const udpOperationSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('send'),
    /** Name of the socket among those of the user; it is opened by the first step that sends. */
    connection: connectionSchema,
    ...hostFields,
    /** 0 = any that is free. */
    localPort: z.int().min(0).max(65_535).default(0),
    ...messageContent,
    charset: charsetSchema,
    /** none: ends when the network has taken the datagram; next: with the next one from the host; matching: with the first that matches. */
    reply: z.enum(['none', 'next', 'matching']).default('next'),
    match: messageMatchSchema.prefault({}),
    timeoutMs: timeoutSchema,
    keptFor: keptForSchema,
  }),
  z.object({ ...awaitFields, charset: charsetSchema }),
])
export type UdpOperation = z.infer<typeof udpOperationSchema>
export type UdpOperationOf<K extends UdpOperation['kind']> = Extract<UdpOperation, { kind: K }>

export const udpSettingsSchema = z.object(inboxLimits)
export type UdpSettings = z.infer<typeof udpSettingsSchema>
