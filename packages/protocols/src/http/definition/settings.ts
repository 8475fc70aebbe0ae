/** Run-time settings of HTTP: what all requests of a component share. */
import { template } from '@pone/schema/template.ts'
import { z } from 'zod'
import { httpAuthSchema } from './request.ts'

export const httpVersions = ['1.1', 'auto', '2'] as const

export const httpSettingsSchema = z.object({
  /** Put before request addresses that are only a path. */
  baseUrl: template(2_048).default(''),
  keepAlive: z.boolean().default(true),
  /** Sends an idempotent request once more when a kept-alive connection ends under it; see retry.ts. */
  repeatDropped: z.boolean().default(true),
  compression: z.boolean().default(true),
  /** auto: HTTP/2 where the server offers it by ALPN, else HTTP/1.1; 2: only HTTP/2, without TLS by prior knowledge. */
  httpVersion: z.enum(httpVersions).default('1.1'),
  auth: httpAuthSchema.default({ kind: 'none' }),
  clearCookiesEachIteration: z.boolean().default(false),
  /** Each user keeps answers as a browser does (RFC 9111) and asks again only when they are stale. */
  cache: z.boolean().default(false),
  clearCacheEachIteration: z.boolean().default(false),
  embeddedResources: z.boolean().default(false),
  /** Connections that a user opens to one host for embedded resources. */
  parallelPerHost: z.int().min(1).max(32).default(6),
})
export type HttpSettings = z.infer<typeof httpSettingsSchema>
