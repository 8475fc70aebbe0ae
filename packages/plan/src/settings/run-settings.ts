/** Run-time settings of a component: what all protocols share at the top, what belongs to one in a section of its name. */

import { idSchema } from '@pone/schema/common.ts'
import { credential, fileReferenceSchema, nameValueSchema, template } from '@pone/schema/template.ts'
import { z } from 'zod'
import { protocolSections } from './protocol-settings.ts'

const port = z.int().min(1).max(65_535)
export const proxySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({
    kind: z.enum(['http', 'socks5']),
    host: template(253),
    port,
    /** Empty = no authentication. */
    user: template(1_000).default(''),
    password: credential.default(''),
    /** Hosts reached without the proxy, separated by commas; `*.example.com` stands for all below. */
    bypass: z.string().max(2_000).default(''),
  }),
])

export const clientCertificateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  /** Certificate (`.cer`, `.crt` or `.pem`, PEM or DER, with its chain) and key, in two files or one. */
  z.object({
    kind: z.literal('pem'),
    certificateFileId: fileReferenceSchema,
    /** null = the key is in the certificate's file. */
    keyFileId: idSchema.nullable().default(null),
    passphrase: credential.default(''),
  }),
  z.object({ kind: z.literal('p12'), fileId: fileReferenceSchema, passphrase: credential.default('') }),
])
export type ClientCertificate = z.infer<typeof clientCertificateSchema>

export const tlsSettingsSchema = z.object({
  version: z.enum(['any', '1.2', '1.3']).default('any'),
  /** Name told in the handshake (SNI); empty = the host of the address. */
  serverName: template(253).default(''),
  /** A user's further connections resume its earlier TLS session. */
  reuseSessions: z.boolean().default(true),
  /** Certificates trusted besides the usual ones; null = none. */
  trustedFileId: idSchema.nullable().default(null),
  clientCertificate: clientCertificateSchema.default({ kind: 'none' }),
})
export type TlsSettings = z.infer<typeof tlsSettingsSchema>

export const runSettingsSchema = z.object({
  thinkTime: z
    .discriminatedUnion('mode', [
      z.object({ mode: z.literal('asRecorded') }),
      z.object({ mode: z.literal('ignore') }),
      z.object({ mode: z.literal('factor'), factor: z.number().min(0).max(100) }),
      z.object({
        mode: z.literal('randomPercent'),
        from: z.number().min(0).max(1_000),
        to: z.number().min(0).max(1_000),
      }),
    ])
    .default({ mode: 'asRecorded' }),
  /** Longest think time, ms; 0 = no cap. */
  thinkTimeCapMs: z.int().min(0).max(3_600_000).default(0),
  /** Time from one iteration's start to the next one's: none, fixed, or random between two. */
  pacing: z
    .discriminatedUnion('mode', [
      z.object({ mode: z.literal('none') }),
      z.object({ mode: z.literal('fixed'), durationMs: z.int().min(0).max(3_600_000) }),
      z.object({
        mode: z.literal('random'),
        fromMs: z.int().min(0).max(3_600_000),
        toMs: z.int().min(0).max(3_600_000),
      }),
    ])
    .default({ mode: 'none' }),
  log: z.enum(['off', 'onError', 'full']).default('onError'),
  /** Off: the iteration ends with the first failed request. */
  continueOnError: z.boolean().default(true),
  connectTimeoutMs: z.int().min(1).max(600_000).default(10_000),
  responseTimeoutMs: z.int().min(1).max(3_600_000).default(60_000),
  verifyTls: z.boolean().default(true),
  tls: tlsSettingsSchema.prefault({}),
  proxy: proxySchema.default({ kind: 'none' }),
  /** cached: a name is looked up once per load worker and 30 s; iteration: anew for every iteration of a user. */
  dns: z.enum(['cached', 'iteration']).default('cached'),
  ipFamily: z.enum(['any', '4', '6']).default('any'),
  /** Addresses for names, before any look-up. */
  hosts: z.array(nameValueSchema).max(200).default([]),
  /** Own addresses that users connect from, in turn; empty = as the system chooses. */
  sourceAddresses: z
    .array(z.union([z.ipv4(), z.ipv6()]))
    .max(1_000)
    .default([]),
  /** Limits of one user, bytes per second; 0 = none. */
  bandwidth: z
    .object({
      downBytesPerSecond: z.int().min(0).max(100_000_000_000).default(0),
      upBytesPerSecond: z.int().min(0).max(100_000_000_000).default(0),
    })
    .prefault({}),
  ...protocolSections,
})
export type RunSettings = z.infer<typeof runSettingsSchema>
