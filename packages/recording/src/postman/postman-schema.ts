/**
 * The parts of a Postman collection, version 2.0 or 2.1, that are read. What is absent or null is empty here.
 * @see https://schema.postman.com/
 */
import { z } from 'zod'

/** Values may be numbers or booleans. */
const text = z
  .union([z.string(), z.number(), z.boolean()])
  .nullish()
  .catch('')
  .transform(value => (value === null || value === undefined ? '' : String(value)))

/** What is not an array of such items has none. */
const listOf = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullish()
    .catch([])
    .transform(list => list ?? [])

const field = z
  .object({ key: text, value: text, disabled: z.boolean().nullish().catch(false) })
  .catch({ key: '', value: '', disabled: true })
export const fields = listOf(field).transform(list =>
  list
    .filter(({ key, disabled }) => key !== '' && disabled !== true)
    .map(({ key, value }) => ({ name: key, value })),
)

const formField = z.object({
  key: text,
  value: text,
  type: text,
  src: z.unknown().optional(),
  contentType: text,
  disabled: z.boolean().nullish().catch(false),
})

/** Parameters by name; version 2.0 writes an object. */
const parameters = z
  .union([
    z
      .record(z.string(), text)
      .transform(record => Object.entries(record).map(([name, value]) => ({ name, value }))),
    fields,
  ])
  .catch([])

export const authSchema = z
  .object({ type: text, bearer: parameters, basic: parameters, apikey: parameters })
  .partial({ bearer: true, basic: true, apikey: true })
  .nullish()
  .catch(null)
export type PostmanAuth = z.infer<typeof authSchema>

export const bodySchema = z
  .object({
    mode: text,
    raw: text,
    urlencoded: fields,
    formdata: listOf(formField),
    graphql: z.object({ query: text, variables: text }).nullish().catch(null),
    options: z
      .object({ raw: z.object({ language: text }).nullish().catch(null) })
      .nullish()
      .catch(null),
  })
  .nullish()
  .catch(null)
export type PostmanBody = z.infer<typeof bodySchema>

const urlSchema = z.union([
  z.string().transform(raw => ({ raw, variable: [] as { name: string; value: string }[] })),
  z.object({ raw: z.string().min(1), variable: fields }),
])

export const requestSchema = z.union([
  z.string().transform(raw => ({
    method: 'GET',
    url: { raw, variable: [] as { name: string; value: string }[] },
    header: [] as { name: string; value: string }[],
    body: null,
    auth: null,
  })),
  z.object({ method: text, url: urlSchema, header: fields, body: bodySchema, auth: authSchema }),
])

export const eventsSchema = listOf(
  z
    .object({
      listen: text,
      script: z.object({ exec: z.union([z.string(), z.array(z.string())]) }).nullish(),
    })
    .catch({ listen: '', script: null }),
)

export const itemSchema = z.object({
  name: text,
  item: z.array(z.unknown()).optional().catch(undefined),
  request: z.unknown().optional(),
  event: eventsSchema,
  auth: authSchema,
})

export const collectionSchema = z.object({
  item: z.array(z.unknown()),
  event: eventsSchema,
  variable: fields,
  auth: authSchema,
})
