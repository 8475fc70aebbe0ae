/** Receives the file of an upload call: streamed to a temporary folder, never held in memory. */
import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { UploadRule } from '@pone/contract/call.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { FastifyRequest } from 'fastify'
import type { UploadedFile } from '../calls/handler.ts'
import { acceptedName, sizeText } from '../calls/upload-rules.ts'

export interface Received {
  readonly fields: Readonly<Record<string, string>>
  readonly file: UploadedFile
}

/**
 * Reads fields and file; `beforeFile` is called with the fields that came before the file, so that a call without permission is refused before its file is stored.
 * @throws AppError FileMissing, FileTypeRefused, BodyTooLarge, and what `beforeFile` throws
 */
export async function receiveUpload(
  request: FastifyRequest,
  rule: UploadRule,
  { folder, beforeFile }: { folder: string; beforeFile: (fields: Record<string, string>) => Promise<void> },
): Promise<Received> {
  if (!request.isMultipart()) throw new AppError('FileMissing')
  const fields: Record<string, string> = {}
  let file: UploadedFile | undefined
  try {
    const limits = { fileSize: rule.maxBytes, files: 1, fields: 50, fieldSize: 1_048_576 }
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        fields[part.fieldname] = String(part.value)
        continue
      }
      await beforeFile(fields)
      file = await store(part, rule, folder)
    }
    if (file === undefined || file.name === '') throw new AppError('FileMissing')
    return { fields, file }
  } catch (cause) {
    if (file !== undefined) await discardUpload(file)
    // The rest of the body is read and discarded, so that the client gets the response instead of a reset connection.
    request.raw.resume()
    if (isTooLarge(cause)) throw new AppError('BodyTooLarge', { limit: sizeText(rule.maxBytes) }, { cause })
    throw isBroken(cause) ? new AppError('BadInput', { detail: 'brokenUpload' }, { cause }) : cause
  }
}

/** Deletes the remaining file of an upload; a handler may have moved it away. */
export async function discardUpload(file: UploadedFile): Promise<void> {
  await rm(file.path, { force: true })
}

async function store(part: MultipartFile, rule: UploadRule, folder: string): Promise<UploadedFile> {
  const name = acceptedName(part.filename, rule)
  const path = join(folder, randomUUID())
  const handle = await open(path, 'wx', 0o600)
  try {
    await pipeline(part.file, handle.createWriteStream())
  } catch (cause) {
    await rm(path, { force: true })
    throw cause
  }
  if (part.file.truncated) {
    await rm(path, { force: true })
    throw new AppError('BodyTooLarge', { limit: sizeText(rule.maxBytes) })
  }
  return { name, path, sizeBytes: part.file.bytesRead }
}

/** The multipart body is damaged or contains disallowed parts: too many files or fields, prototype property names. */
const isBroken = (cause: unknown): boolean =>
  cause instanceof Error &&
  (('code' in cause && typeof cause.code === 'string' && cause.code.startsWith('FST_')) ||
    /unexpected end of multipart data|Boundary not found|Premature close/i.test(cause.message))

const isTooLarge = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && cause.code === 'FST_REQ_FILE_TOO_LARGE'
