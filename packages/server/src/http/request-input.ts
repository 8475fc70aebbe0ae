/** Reads the input of a call from a request: form fields, a JSON body, the fields of a multipart body, or query fields beside a binary body. */

import type { Readable } from 'node:stream'
import type { Call } from '@pone/contract/call.ts'
import { AppError } from '@pone/contract/errors.ts'
import { decodeForm } from '@pone/contract/form-codec.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { sizeText } from '../calls/upload-rules.ts'

const jsonBodySchema = z.record(z.string(), z.unknown())
const formBodySchema = z.record(z.string(), z.union([z.string(), z.array(z.string())]))

/** The unvalidated input. @throws AppError BadInput when the body has no fields at all */
export function inputOf(call: Call, request: FastifyRequest): Record<string, unknown> {
  const { body } = request
  if (body === undefined || body === null) return {}
  const isJson = (request.headers['content-type'] ?? '').includes('json')
  if (!isJson) return fieldsToInput(call, formBodySchema.parse(body))
  const object = jsonBodySchema.safeParse(body)
  if (!object.success) throw new AppError('BadInput', { detail: 'notJson' }, { cause: object.error })
  return object.data
}

/** For repeated fields the last one counts. */
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

/** The fields of a call with a binary body. */
export const queryOf = (call: Call, request: FastifyRequest): Record<string, unknown> =>
  fieldsToInput(call, formBodySchema.parse(request.query))

/** The bytes of a body. @throws AppError BodyTooLarge, BadInput when the connection breaks before its end */
export async function bytesOf(request: FastifyRequest, body: Readable, maxBytes: number): Promise<Buffer> {
  const tooLarge = () => new AppError('BodyTooLarge', { limit: sizeText(maxBytes) })
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
  const chunks: Buffer[] = []
  let sizeBytes = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      sizeBytes += chunk.length
      // The rest is read and discarded, so that the client gets the response instead of a reset connection.
      if (sizeBytes <= maxBytes) chunks.push(chunk)
    }
  } catch (cause) {
    throw new AppError('BadInput', { detail: 'brokenUpload' }, { cause })
  }
  if (sizeBytes > maxBytes) throw tooLarge()
  return Buffer.concat(chunks)
}
