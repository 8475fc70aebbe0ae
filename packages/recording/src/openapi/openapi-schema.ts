/**
 * The parts of OpenAPI 3.x and Swagger 2.0 that are read, after references are resolved. What is absent or of another
 * type is empty here.
 * @see https://spec.openapis.org/oas/v3.1.0.html
 * @see https://spec.openapis.org/oas/v2.0.html
 */
import { z } from 'zod'

export type Fields = Readonly<Record<string, unknown>>

/** The fields of an object; none of anything else. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

/** A text or number as a text; '' for anything else. */
export const plainText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

const text = z.string().catch('')
const list = z.array(z.unknown()).catch([])
const texts = list.transform(items => items.filter(item => typeof item === 'string'))
const fields = z.record(z.string(), z.unknown()).catch({})

export const documentSchema = z.object({
  openapi: text,
  swagger: z.union([z.string(), z.number().transform(String)]).catch(''),
  servers: list,
  host: text,
  basePath: text,
  schemes: texts,
  consumes: texts,
  paths: fields,
  webhooks: fields,
  /** null if there is none, unlike an empty list. */
  security: z.array(z.unknown()).nullable().catch(null),
  securityDefinitions: fields,
  components: z.object({ securitySchemes: fields }).catch({ securitySchemes: {} }),
  tags: list,
})
export type OpenApiDocument = z.infer<typeof documentSchema>

export const operationSchema = z.object({
  operationId: text,
  summary: text,
  tags: texts,
  parameters: list,
  requestBody: z.unknown().optional(),
  consumes: texts,
  servers: list,
  security: z.array(z.unknown()).nullable().catch(null),
  callbacks: fields,
  responses: fields,
})
export type Operation = z.infer<typeof operationSchema>

export const parameterSchema = z
  .object({
    name: z.string().min(1),
    in: text,
    required: z.boolean().catch(false),
    schema: z.unknown().optional(),
    content: fields,
    example: z.unknown().optional(),
    examples: fields,
    style: text,
    explode: z.boolean().nullable().catch(null),
    /** Of version 2.0, as are the fields of a schema. */
    type: text,
    collectionFormat: text,
  })
  .loose()
export type Parameter = z.infer<typeof parameterSchema>

export const mediaSchema = z.object({
  schema: z.unknown().optional(),
  example: z.unknown().optional(),
  examples: fields,
})

export const securitySchema = z.object({ type: text, name: text, in: text, scheme: text })

export const serverSchema = z.object({
  url: text,
  variables: fields,
})
