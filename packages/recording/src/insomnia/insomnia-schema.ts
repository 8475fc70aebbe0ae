/**
 * The parts of Insomnia's exports that are read: version 4 (JSON, a flat list of resources) and version 5 (YAML, a tree).
 * What is absent or null is empty here.
 * @see https://docs.insomnia.rest/insomnia/import-export-data
 */
import { z } from 'zod'

const text = z
  .union([z.string(), z.number(), z.boolean()])
  .nullish()
  .catch('')
  .transform(value => (value === null || value === undefined ? '' : String(value)))

const flag = z
  .boolean()
  .nullish()
  .catch(false)
  .transform(value => value === true)

const pair = z
  .object({ name: text, value: text, disabled: flag, type: text, fileName: text, contentType: text })
  .catch({ name: '', value: '', disabled: true, type: '', fileName: '', contentType: '' })
const pairs = z
  .array(pair)
  .nullish()
  .catch([])
  .transform(list => (list ?? []).filter(({ name, disabled }) => name !== '' && !disabled))

const record = z.record(z.string(), z.unknown()).nullish().catch(null)

export const authenticationSchema = z
  .object({
    type: text,
    disabled: flag,
    token: text,
    prefix: text,
    username: text,
    password: text,
    key: text,
    value: text,
    addTo: text,
  })
  .nullish()
  .catch(null)
export type InsomniaAuthentication = z.infer<typeof authenticationSchema>

export const requestSchema = z.object({
  name: text,
  url: z.string().min(1),
  method: text,
  body: z.object({ mimeType: text, text, params: pairs, fileName: text }).nullish().catch(null),
  headers: pairs,
  parameters: pairs,
  pathParameters: pairs,
  authentication: authenticationSchema,
  /** Version 4. */
  preRequestScript: text,
  afterResponseScript: text,
  /** Version 5. */
  scripts: z.object({ preRequest: text, afterResponse: text }).nullish().catch(null),
})
export type InsomniaRequest = z.infer<typeof requestSchema>

export const resourceSchema = z.object({
  _id: z.string(),
  _type: z.string(),
  parentId: text,
  name: text,
  metaSortKey: z.number().nullish().catch(null),
  data: record,
  authentication: authenticationSchema,
})
export type InsomniaResource = z.infer<typeof resourceSchema>

export const fileSchema = z.object({
  type: text,
  resources: z.array(z.unknown()).nullish().catch(null),
  collection: z.array(z.unknown()).nullish().catch(null),
  environments: z
    .object({
      data: record,
      subEnvironments: z
        .array(z.object({ name: text, data: record }))
        .nullish()
        .catch(null),
    })
    .nullish()
    .catch(null),
})
export type InsomniaFile = z.infer<typeof fileSchema>
