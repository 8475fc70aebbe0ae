/** Rules of the files of a JMeter component; copies of a component share the stored bytes. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { JmeterFile } from '@pone/contract/entities/jmeter-component.ts'
import { AppError } from '@pone/contract/errors.ts'
import { idSchema } from '@pone/schema/common.ts'
import { maxJmeterFiles } from '@pone/schema/limits.ts'
import type { FileStore } from '../../adapters/files/file-store.ts'
import type { JmeterFileRepository, JmeterFileRow } from './jmeter-file.repository.ts'
import { assertUsableFile } from './jmeter-file-look.ts'

const keyOf = (blobId: string): string => `jmeter-files/${blobId}`

const toJmeterFile = (row: JmeterFileRow): JmeterFile => ({
  id: row.id,
  name: row.name,
  sizeBytes: row.size_bytes,
  sha256: row.sha256,
  uploadedAt: row.uploaded_at,
  uploadedBy: row.uploaded_by,
})

export interface JmeterFileDeps {
  readonly repository: JmeterFileRepository
  readonly files: FileStore
  readonly now: () => number
  readonly newId: () => string
}

export type JmeterFileService = ReturnType<typeof createJmeterFileService>

export function createJmeterFileService(deps: JmeterFileDeps) {
  return { ...fileReads(deps), ...fileEdits(deps), ...componentFiles(deps) }
}

/** Files and their bytes. */
function fileReads(deps: Pick<JmeterFileDeps, 'repository' | 'files'>) {
  const { repository, files } = deps

  return {
    list: async (projectId: string, componentId: string): Promise<JmeterFile[]> =>
      (await repository.ofComponents(projectId, [componentId])).map(toJmeterFile),
    /** @throws AppError NotFound */
    async open(
      projectId: string,
      componentId: string,
      id: string,
    ): Promise<{ name: string; body: Readable }> {
      const row = await find(deps, projectId, componentId, id)
      return { name: row.name, body: files.open(keyOf(row.blob_id)) }
    },
    /** For load machines, which have only the file's id; null when the file does not exist. */
    async openForMachine(id: string): Promise<{ sizeBytes: number; body: Readable } | null> {
      const row = idSchema.safeParse(id).success ? await repository.ofAnyProject(id) : undefined
      return row === undefined ? null : { sizeBytes: row.size_bytes, body: files.open(keyOf(row.blob_id)) }
    },
  }
}

/** Files that a user uploads and deletes. */
function fileEdits(deps: Pick<JmeterFileDeps, 'repository' | 'newId' | 'now' | 'files'>) {
  const { repository, newId, now, files } = deps

  return {
    /** @throws AppError NameExists, FilesExceeded, FileContentRefused, BodyTooLarge */
    async upload(
      projectId: string,
      by: string,
      given: {
        componentId: string
        upload: { name: string; path: string; sizeBytes: number }
        replaces: boolean
      },
    ): Promise<JmeterFile> {
      const { componentId, upload, replaces } = given
      const present = await repository.ofComponents(projectId, [componentId])
      const before = present.find(row => row.name === upload.name)
      if (before !== undefined && !replaces) throw new AppError('NameExists', { name: upload.name })
      if (before === undefined && present.length >= maxJmeterFiles)
        throw new AppError('FilesExceeded', { limit: maxJmeterFiles })
      await assertUsableFile(upload)
      const hash = createHash('sha256')
      await pipeline(createReadStream(upload.path), hash)
      const row: JmeterFileRow = {
        id: newId(),
        project_id: projectId,
        component_id: componentId,
        blob_id: newId(),
        name: upload.name,
        size_bytes: upload.sizeBytes,
        sha256: hash.digest('hex'),
        uploaded_at: now(),
        uploaded_by: by,
      }
      await files.put(keyOf(row.blob_id), upload.path)
      try {
        await (before === undefined ? repository.insert([row]) : repository.replace(row, before.id))
      } catch (cause) {
        await files.delete(keyOf(row.blob_id))
        throw cause
      }
      if (before !== undefined) await sweep(deps, [before])
      return toJmeterFile(row)
    },
    /** Returns the deleted file. @throws AppError NotFound */
    async delete(projectId: string, componentId: string, id: string): Promise<JmeterFile> {
      const row = await find(deps, projectId, componentId, id)
      await repository.delete(projectId, [id])
      await sweep(deps, [row])
      return toJmeterFile(row)
    },
  }
}

/** Files when their components are copied or deleted. */
function componentFiles(deps: Pick<JmeterFileDeps, 'repository' | 'newId' | 'files'>) {
  const { repository, newId } = deps

  return {
    /** Gives copies of components the files of the originals. */
    async copyAll(projectId: string, copies: ReadonlyMap<string, string>): Promise<void> {
      const rows = await repository.ofComponents(projectId, [...copies.keys()])
      await repository.insert(
        rows.flatMap(row => {
          const componentId = copies.get(row.component_id)
          return componentId === undefined ? [] : [{ ...row, id: newId(), component_id: componentId }]
        }),
      )
    },
    /** Executes the deletion of these components, then deletes the bytes of their files, whose rows were deleted with them. */
    async deleteWith<T>(
      projectId: string,
      componentIds: readonly string[],
      act: () => Promise<T>,
    ): Promise<T> {
      const rows = await repository.ofComponents(projectId, componentIds)
      const done = await act()
      await sweep(deps, rows)
      return done
    },
    /** Deletes the files of a project before its deletion. */
    async deleteAll(projectId: string): Promise<void> {
      const rows = await repository.ofProject(projectId)
      await repository.delete(
        projectId,
        rows.map(row => row.id),
      )
      await sweep(deps, rows)
    },
  }
}

async function find(
  { repository }: Pick<JmeterFileDeps, 'repository'>,
  projectId: string,
  componentId: string,
  id: string,
): Promise<JmeterFileRow> {
  const row = await repository.find(projectId, id)
  if (row?.component_id !== componentId) throw new AppError('NotFound', { what: 'attachment' })
  return row
}

/** Deletes bytes that no file refers to any more. */
async function sweep(
  { repository, files }: Pick<JmeterFileDeps, 'repository' | 'files'>,
  rows: readonly JmeterFileRow[],
): Promise<void> {
  const blobIds = [...new Set(rows.map(row => row.blob_id))]
  const used = await repository.blobsInUse(blobIds)
  for (const blobId of blobIds) if (!used.has(blobId)) await files.delete(keyOf(blobId))
}
