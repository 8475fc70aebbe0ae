/** Rules of attachments: what may be uploaded, and when it may be deleted. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Attachment } from '@pone/contract/entities/component.ts'
import { AppError } from '@pone/contract/errors.ts'
import { idSchema } from '@pone/schema/common.ts'
import { maxCertificateBytes } from '@pone/schema/limits.ts'
import type { FileStore } from '../../adapters/files/file-store.ts'
import type { AttachmentRepository, AttachmentRow } from './attachment.repository.ts'
import { isCertificateFile } from './certificate-look.ts'
import { isWhatItSays, lookedBytes } from './content-look.ts'

const keyOf = (id: string): string => `attachments/${id}`

const toAttachment = (row: AttachmentRow): Attachment => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  sizeBytes: row.size_bytes,
  sha256: row.sha256,
  uploadedAt: row.uploaded_at,
  uploadedBy: row.uploaded_by,
})

export interface AttachmentDeps {
  readonly repository: AttachmentRepository
  readonly files: FileStore
  /** Names of the project's components that use this file. */
  readonly componentsUsing: (projectId: string, fileId: string) => Promise<string[]>
  readonly now: () => number
  readonly newId: () => string
}

export type AttachmentService = ReturnType<typeof createAttachmentService>

export function createAttachmentService({ repository, files, componentsUsing, now, newId }: AttachmentDeps) {
  async function find(projectId: string, id: string): Promise<AttachmentRow> {
    const row = await repository.find(projectId, id)
    if (!row) throw new AppError('NotFound', { what: 'attachment' })
    return row
  }

  return {
    list: async (projectId: string, kind?: Attachment['kind']): Promise<Attachment[]> =>
      (await repository.list(projectId, kind)).map(toAttachment),

    /** @throws AppError NotFound */
    file: async (projectId: string, id: string): Promise<Attachment> =>
      toAttachment(await find(projectId, id)),

    /** For load machines, which have only the file's id; null when the file does not exist. */
    async openForMachine(id: string): Promise<{ sizeBytes: number; body: Readable } | null> {
      const row = idSchema.safeParse(id).success ? await repository.ofAnyProject(id) : undefined
      return row === undefined ? null : { sizeBytes: row.size_bytes, body: files.open(keyOf(row.id)) }
    },

    /** Deletes the files of a project before its deletion. */
    async deleteAll(projectId: string): Promise<void> {
      for (const row of await repository.list(projectId, undefined)) {
        await repository.delete(projectId, row.id)
        await files.delete(keyOf(row.id))
      }
    },

    /** @throws AppError NameExists, FileContentRefused, BodyTooLarge */
    async upload(
      projectId: string,
      by: string,
      {
        kind,
        upload,
      }: { kind: Attachment['kind']; upload: { name: string; path: string; sizeBytes: number } },
    ): Promise<Attachment> {
      if (await repository.hasName(projectId, kind, upload.name))
        throw new AppError('NameExists', { name: upload.name })
      if (upload.sizeBytes === 0) throw new AppError('FileContentRefused', { detail: 'emptyFile' })
      if (kind === 'certificate') await assertCertificate(upload)
      else await assertContent(upload)
      const hash = createHash('sha256')
      await pipeline(createReadStream(upload.path), hash)
      const row: AttachmentRow = {
        id: newId(),
        project_id: projectId,
        kind,
        name: upload.name,
        size_bytes: upload.sizeBytes,
        sha256: hash.digest('hex'),
        uploaded_at: now(),
        uploaded_by: by,
      }
      await files.put(keyOf(row.id), upload.path)
      await repository.insert(row).catch(async (cause: unknown) => {
        await files.delete(keyOf(row.id))
        throw cause
      })
      return toAttachment(row)
    },

    /** Returns the deleted attachment. @throws AppError NotFound, AttachmentInUse */
    async delete(projectId: string, id: string): Promise<Attachment> {
      const row = await find(projectId, id)
      const components = await componentsUsing(projectId, id)
      if (components.length > 0)
        throw new AppError('AttachmentInUse', { file: row.name, components: components.join(', ') })
      await repository.delete(projectId, id)
      await files.delete(keyOf(id))
      return toAttachment(row)
    },
  }
}

async function assertContent(upload: { name: string; path: string }): Promise<void> {
  const beginning = await buffer(createReadStream(upload.path, { end: lookedBytes - 1 }))
  if (!isWhatItSays(upload.name, beginning))
    throw new AppError('FileContentRefused', { detail: 'otherContent' })
}

async function assertCertificate(upload: { name: string; path: string; sizeBytes: number }): Promise<void> {
  if (upload.sizeBytes > maxCertificateBytes) throw new AppError('BodyTooLarge', { limit: '1 MiB' })
  if (!isCertificateFile(upload.name, await readFile(upload.path)))
    throw new AppError('FileContentRefused', { detail: 'notCertificate' })
}
