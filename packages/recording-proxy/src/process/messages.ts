/** What server or agent and the process of a recording proxy tell each other. */
import { z } from 'zod'
import { endReasons } from '../limits.ts'

const proxyOrderSchema = z.object({
  host: z.string(),
  /** Tried in their order; 0: any free one. */
  ports: z.array(z.int()).min(1),
  /** File of the key and certificate of the authority. */
  authorityPath: z.string(),
  /** The HAR file. */
  path: z.string(),
  password: z.string(),
  /** null: any. */
  addresses: z.array(z.string()).nullable(),
  hosts: z.array(z.string()),
  acceptsAnyCertificate: z.boolean(),
  /** Private addresses and subnets that may be reached. */
  allowedTargets: z.array(z.string()),
  /** Of this machine, which are never reached. */
  closedPorts: z.array(z.int()),
  limits: z.object({
    maxDurationMs: z.number(),
    maxIdleMs: z.number(),
    maxBytes: z.number(),
    maxExchanges: z.int(),
    maxConnections: z.int(),
    handshakeMs: z.number(),
  }),
})
export type ProxyOrder = z.infer<typeof proxyOrderSchema>

export const proxyCommandSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('start'), order: proxyOrderSchema }),
  z.object({ kind: z.literal('mark'), title: z.string() }),
  z.object({ kind: z.literal('stop') }),
])
export type ProxyCommand = z.infer<typeof proxyCommandSchema>

const startedSchema = z.object({
  kind: z.literal('started'),
  port: z.int(),
  certificate: z.string(),
  fingerprint: z.string(),
  hostKeyHash: z.string(),
})
export type ProxyStarted = z.infer<typeof startedSchema>

export const proxyReportSchema = z.discriminatedUnion('kind', [
  startedSchema,
  /** It could not start; the process ends. */
  z.object({ kind: z.literal('refused'), arePortsTaken: z.boolean(), detail: z.string() }),
  z.object({
    kind: z.literal('exchange'),
    index: z.int(),
    method: z.string(),
    url: z.string(),
    status: z.int(),
    contentType: z.string(),
    durationMs: z.number(),
    pageId: z.string().nullable(),
  }),
  /** The answer to `mark`; null if there are too many. */
  z.object({
    kind: z.literal('marked'),
    page: z.object({ id: z.string(), title: z.string() }).nullable(),
  }),
  /** The file is complete; the process ends. */
  z.object({ kind: z.literal('ended'), reason: z.enum(endReasons) }),
])
export type ProxyReport = z.infer<typeof proxyReportSchema>
/** What is told after the start. */
export type LaterReport = Exclude<ProxyReport, { kind: 'started' | 'refused' }>
