/** Rules of parameter files: what may be uploaded, the preview of rows, and when they may be deleted. */

import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ParameterFile } from '@pone/contract/entities/component.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { Dialect } from '@pone/plan/parameters/delimited.ts'
import { idSchema } from '@pone/schema/common.ts'
import type { FileStore } from '../../adapters/files/file-store.ts'
import { delimitedRows } from './delimited-rows.ts'
import type { ParameterFileRepository, ParameterFileRow } from './parameter-file.repository.ts'
import { isTable } from './table-look.ts'
import { inspectText } from './text-inspection.ts'

const previewBytes = 256 * 1024
const keyOf = (id: string): string => `parameter-files/${id}`
const notFound = (): AppError => new AppError('NotFound', { what: 'parameterFile' })

const toParameterFile = (row: ParameterFileRow): ParameterFile => ({
  id: row.id,
  name: row.name,
  sizeBytes: row.size_bytes,
  sha256: row.sha256,
  lines: row.lines,
  uploadedAt: row.uploaded_at,
  uploadedBy: row.uploaded_by,
})

export interface ParameterFileDeps {
  readonly repository: ParameterFileRepository
  readonly files: FileStore
  /** Names of the project's components that read this file. */
  readonly componentsReading: (projectId: string, fileId: string) => Promise<string[]>
  readonly now: () => number
  readonly newId: () => string
}

export type ParameterFileService = ReturnType<typeof createParameterFileService>

export function createParameterFileService(deps: ParameterFileDeps) {
  return { ...fileReads(deps), ...fileChanges(deps) }
}

/** Reading files and their first rows. */
function fileReads(deps: Pick<ParameterFileDeps, 'repository' | 'files'>) {
  const { repository, files } = deps

  return {
    list: async (projectId: string): Promise<ParameterFile[]> =>
      (await repository.list(projectId)).map(toParameterFile),
    /** @throws AppError NotFound */
    file: async (projectId: string, id: string): Promise<ParameterFile> =>
      toParameterFile(await find(deps, projectId, id)),
    /** The file's bytes, for load machines. @throws AppError NotFound */
    open: async (projectId: string, id: string): Promise<Readable> =>
      files.open(keyOf((await find(deps, projectId, id)).id)),
    /** For load machines, which have only the file's id; null when the file does not exist. */
    async openForMachine(id: string): Promise<{ sizeBytes: number; body: Readable } | null> {
      const row = isId(id) ? await repository.ofAnyProject(id) : undefined
      return row === undefined ? null : { sizeBytes: row.size_bytes, body: files.open(keyOf(row.id)) }
    },
    /** First rows, read from the first 256 KiB. @throws AppError NotFound, FileContentRefused for text that is not in this encoding */
    async preview(
      projectId: string,
      id: string,
      how: Dialect & { rows: number },
    ): Promise<{ rows: string[][]; lines: number }> {
      const row = await find(deps, projectId, id)
      const isCut = row.size_bytes > previewBytes
      const bytes = await buffer(files.open(keyOf(id), { start: 0, end: previewBytes - 1 }))
      const rows = delimitedRows(bytes, how, how.rows, isCut)
      if (rows === null) throw new AppError('FileContentRefused', { detail: 'otherEncoding' })
      return { rows, lines: row.lines }
    },
  }
}

/** Upload and deletion of files. */
function fileChanges(
  deps: Pick<ParameterFileDeps, 'repository' | 'newId' | 'now' | 'files' | 'componentsReading'>,
) {
  const { repository, newId, now, files, componentsReading } = deps

  return {
    /** @throws AppError NameExists, FileContentRefused */
    async upload(
      projectId: string,
      by: string,
      upload: { name: string; path: string; sizeBytes: number },
    ): Promise<ParameterFile> {
      if (await repository.hasName(projectId, upload.name))
        throw new AppError('NameExists', { name: upload.name })
      const found = await inspectText(createReadStream(upload.path))
      if (found.binaryAt !== null) throw new AppError('FileContentRefused', { detail: 'notText' })
      if (found.lines === 0) throw new AppError('FileContentRefused', { detail: 'emptyFile' })
      if (upload.name.toLowerCase().endsWith('.txt')) await assertTable(upload)
      const id = newId()
      const row = {
        id,
        project_id: projectId,
        name: upload.name,
        size_bytes: upload.sizeBytes,
        sha256: found.sha256,
        lines: found.lines,
        uploaded_at: now(),
        uploaded_by: by,
      }
      await files.put(keyOf(id), upload.path)
      await repository.insert(row).catch(async (cause: unknown) => {
        await files.delete(keyOf(id))
        throw cause
      })
      return toParameterFile(row)
    },
    /** Returns the deleted file. @throws AppError NotFound, ParameterFileInUse */
    async delete(projectId: string, id: string): Promise<ParameterFile> {
      const row = await find(deps, projectId, id)
      const components = await componentsReading(projectId, id)
      if (components.length > 0)
        throw new AppError('ParameterFileInUse', { file: row.name, components: components.join(', ') })
      await repository.delete(projectId, id)
      await files.delete(keyOf(id))
      return toParameterFile(row)
    },
    /** Deletes the files of a project before its deletion. */
    async deleteAll(projectId: string): Promise<void> {
      for (const row of await repository.list(projectId)) {
        await repository.delete(projectId, row.id)
        await files.delete(keyOf(row.id))
      }
    },
  }
}

async function find(
  { repository }: Pick<ParameterFileDeps, 'repository'>,
  projectId: string,
  id: string,
): Promise<ParameterFileRow> {
  const row = await repository.find(projectId, id)
  if (!row) throw notFound()
  return row
}

/** Only a text that is a table contains parameters. @throws AppError FileContentRefused */
async function assertTable(upload: { path: string; sizeBytes: number }): Promise<void> {
  const beginning = await buffer(createReadStream(upload.path, { end: previewBytes - 1 }))
  if (!isTable(beginning, upload.sizeBytes > previewBytes))
    throw new AppError('FileContentRefused', { detail: 'notTable' })
}

const isId = (text: string): boolean => idSchema.safeParse(text).success
