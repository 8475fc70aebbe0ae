/** Reads the input of a call from a request: form fields, a JSON body, or the fields of a multipart body. */
import type { Call } from '@pone/contract/call.ts'
import { AppError } from '@pone/contract/errors.ts'
import { decodeForm } from '@pone/contract/form-codec.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

const jsonBodySchema = z.record(z.string(), z.unknown())
const formBodySchema = z.record(z.string(), z.union([z.string(), z.array(z.string())]))

/** The input as it came, not validated. @throws AppError BadInput when the body has no fields at all */
export function inputOf(call: Call, request: FastifyRequest): Record<string, unknown> {
  const { body } = request
  if (body === undefined || body === null) return {}
  const isJson = (request.headers['content-type'] ?? '').includes('json')
  if (!isJson) return fieldsToInput(call, formBodySchema.parse(body))
  const object = jsonBodySchema.safeParse(body)
  if (!object.success) throw new AppError('BadInput', { detail: 'notJson' }, { cause: object.error })
  return object.data
}

/** Of a field that is there more than once the last counts. */
export function fieldsToInput(
  call: Call,
  fields: Readonly<Record<string, string | readonly string[]>>,
): Record<string, unknown> {
  const single = Object.entries(fields).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : (value.at(-1) ?? ''),
  ])
  return decodeForm(call.input, Object.fromEntries(single))
}
