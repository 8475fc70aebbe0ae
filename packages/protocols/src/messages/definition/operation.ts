/** Fields that operations of all protocols of messages have: the connection by name, which messages are meant, how long to wait. */
import { fileReferenceSchema, template } from '@pone/schema/template.ts'
import { z } from 'zod'

/** A user may have several connections at a time, each under a name. */
export const connectionSchema = z.string().trim().min(1).max(64).default('default')
/** 0 = as set for the component. */
export const timeoutSchema = z.int().min(0).max(3_600_000).default(0)
/** iteration: closed when the user's next iteration begins; user: kept as long as the user. */
export const keptForSchema = z.enum(['iteration', 'user']).default('iteration')

/** Which messages are meant. */
export const messageMatchSchema = z.object({
  source: z.enum(['any', 'contains', 'regex', 'jsonPath']).default('any'),
  /** Text, regular expression or JSONPath, as the source needs it. */
  expression: template(2_000).default(''),
  /** Of jsonPath: the value that the path has to give; empty = it only has to be there. */
  expected: template(2_000).default(''),
})
export type MessageMatch = z.infer<typeof messageMatchSchema>

/** What a message that is sent is made of. */
export const messageContent = {
  content: z.enum(['text', 'hex', 'base64', 'file']).default('text'),
  /** Text, or bytes in hexadecimal or Base64. */
  data: template(1_048_576).default(''),
  /** Of content file: sent as one message. */
  fileId: fileReferenceSchema.default(''),
}

/** The operation that waits for messages. */
export const awaitFields = {
  kind: z.literal('await'),
  connection: connectionSchema,
  match: messageMatchSchema.prefault({}),
  count: z.int().min(1).max(100_000).default(1),
  /** buffer: messages that have arrived and nobody has read count as well; now: only those that arrive from now on. */
  from: z.enum(['buffer', 'now']).default('buffer'),
  timeoutMs: timeoutSchema,
}

/** What is kept of messages that no step has used yet. */
export const inboxLimits = {
  /** Messages that wait to be read, of one connection; the oldest are dropped beyond it. */
  maxWaitingMessages: z.int().min(1).max(100_000).default(1_000),
  /** The same in bytes. */
  maxWaitingBytes: z
    .int()
    .min(1_024)
    .max(1_073_741_824)
    .default(4 * 1_048_576),
}

/** Largest message that is received; a larger one ends the connection. */
export const maxMessageBytes = z
  .int()
  .min(1_024)
  .max(1_073_741_824)
  .default(16 * 1_048_576)
