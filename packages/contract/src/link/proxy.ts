/** What a recording proxy is told, and what it tells: between the server or an agent and the process of the proxy, and between server and agent. */
import { idSchema } from '@pone/schema/common.ts'
import { z } from 'zod'
import { maxRecordingHosts, recordingEnds } from '../entities/recording.ts'

/** Which requests are recorded, of whom, and how many. */
export const proxyWishSchema = z.object({
  password: z.string().min(8).max(100),
  /** Addresses that may connect; null: any. */
  addresses: z.array(z.string().max(64)).max(10).nullable(),
  hosts: z.array(z.string().max(253)).max(maxRecordingHosts),
  acceptsAnyCertificate: z.boolean(),
  limits: z.object({
    maxDurationMs: z.number(),
    maxIdleMs: z.number(),
    maxBytes: z.number(),
    maxExchanges: z.int(),
    maxConnections: z.int(),
    handshakeMs: z.number(),
  }),
})
export type ProxyWish = z.infer<typeof proxyWishSchema>

/** Why a proxy could not start. */
export const proxyRefusals = ['off', 'busy', 'portsTaken', 'failed'] as const

export const proxyReportSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('started'),
    port: z.int().min(1).max(65_535),
    certificate: z.string().max(10_000),
    fingerprint: z.string().max(200),
    /** SHA-256 in base64. People copy it into a command line. */
    hostKeyHash: z.string().regex(/^[A-Za-z0-9+/]{43}=$/),
  }),
  /** It could not start; its process ends. */
  z.object({ kind: z.literal('refused'), reason: z.enum(proxyRefusals), detail: z.string().max(4_000) }),
  z.object({
    kind: z.literal('exchange'),
    index: z.int().min(0),
    method: z.string().max(50),
    url: z.string().max(500),
    status: z.int().min(0),
    contentType: z.string().max(100),
    durationMs: z.number().min(0),
    pageId: z.string().max(100).nullable(),
  }),
  /** The answer to `mark`; null if there are too many. */
  z.object({
    kind: z.literal('marked'),
    page: z.object({ id: z.string().max(100), title: z.string().max(200) }).nullable(),
  }),
  /** The file is complete; the process ends. */
  z.object({ kind: z.literal('ended'), reason: z.enum(recordingEnds) }),
])
export type ProxyReport = z.infer<typeof proxyReportSchema>
export type ProxyStarted = Extract<ProxyReport, { kind: 'started' }>

/** By an agent on its machine; the authority of the project is made there. */
export const proxyOrderSchema = z.object({ projectId: idSchema, wish: proxyWishSchema })
