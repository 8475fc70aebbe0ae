/** An HTTP request as a step describes it: address, headers, body, authentication. */

import { credential, fileReferenceSchema, nameValueSchema, template } from '@pone/schema/template.ts'
import { z } from 'zod'

export const httpMethods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE'] as const

/** A part of a multipart body: a text, or a file of the project that is streamed from the load machine's disk. */
export const multipartFieldSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    name: template(2_000),
    value: template(),
    /** Empty = none is sent. */
    contentType: template(200).default(''),
    enabled: z.boolean().default(true),
  }),
  z.object({
    kind: z.literal('file'),
    name: template(2_000),
    fileId: fileReferenceSchema,
    /** Name told to the server. */
    fileName: template(500),
    contentType: template(200).default('application/octet-stream'),
    enabled: z.boolean().default(true),
  }),
])
export type MultipartField = z.infer<typeof multipartFieldSchema>

export const httpBodySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({
    kind: z.literal('text'),
    contentType: template(200).default('text/plain'),
    text: template(1_048_576),
  }),
  z.object({ kind: z.literal('json'), text: template(1_048_576) }),
  z.object({ kind: z.literal('form'), fields: z.array(nameValueSchema).max(500) }),
  z.object({ kind: z.literal('multipart'), fields: z.array(multipartFieldSchema).max(500) }),
  /** A file of the project, sent as it is. */
  z.object({
    kind: z.literal('binary'),
    fileId: fileReferenceSchema,
    contentType: template(200).default('application/octet-stream'),
  }),
  z.object({
    kind: z.literal('graphql'),
    query: template(1_048_576),
    /** JSON object, or empty. */
    variables: template(1_048_576).default(''),
    operationName: template(200).default(''),
  }),
  /** Web service: the envelope, and the action that goes into SOAPAction (1.1) or the content type (1.2). */
  z.object({
    kind: z.literal('soap'),
    version: z.enum(['1.1', '1.2']).default('1.1'),
    action: template(2_000).default(''),
    envelope: template(1_048_576),
  }),
])
export type HttpBody = z.infer<typeof httpBodySchema>

const credentials = { user: template(1_000), password: credential }
const ownAuthOptions = [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('basic'), ...credentials }),
  /** RFC 7616; the first request of a user to a server is answered 401 and repeated. */
  z.object({ kind: z.literal('digest'), ...credentials }),
  z.object({ kind: z.literal('bearer'), token: credential }),
  /** RFC 6749 §4.4; the token is fetched once per load worker and kept until it expires. */
  z.object({
    kind: z.literal('oauth2'),
    tokenUrl: template(2_048),
    clientId: template(1_000),
    clientSecret: credential,
    scope: template(2_000).default(''),
    /** Where the client's own credentials go. */
    clientAuthentication: z.enum(['header', 'body']).default('header'),
  }),
] as const
export const httpAuthSchema = z.discriminatedUnion('kind', ownAuthOptions)
export type HttpAuth = z.infer<typeof httpAuthSchema>

export const httpRequestSchema = z.object({
  method: z.enum(httpMethods).default('GET'),
  /** Absolute, or a path that the component's base address is put before. */
  url: template(8_192),
  query: z.array(nameValueSchema).max(200).default([]),
  headers: z.array(nameValueSchema).max(200).default([]),
  body: httpBodySchema.default({ kind: 'none' }),
  /** Sends the body in chunks, without a length (HTTP/1.1). */
  chunkedBody: z.boolean().default(false),
  /** asSet: what the run-time settings say. */
  auth: z.discriminatedUnion('kind', [z.object({ kind: z.literal('asSet') }), ...ownAuthOptions]).default({
    kind: 'asSet',
  }),
  /** Statuses that count as success, e.g. `200-399,404`; empty = 200-399. */
  expectedStatuses: z
    .string()
    .trim()
    .regex(/^(\d{3}(-\d{3})?(\s*,\s*\d{3}(-\d{3})?)*)?$/)
    .default(''),
  followRedirects: z.boolean().default(true),
  /** Fetches what an HTML answer embeds (pictures, styles, scripts), as browsers do. */
  embeddedResources: z.enum(['asSet', 'on', 'off']).default('asSet'),
  /** Override the run-time settings; 0 = as set there. */
  connectTimeoutMs: z.int().min(0).max(600_000).default(0),
  responseTimeoutMs: z.int().min(0).max(3_600_000).default(0),
})
export type HttpRequest = z.infer<typeof httpRequestSchema>
