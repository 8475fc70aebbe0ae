/** Joins uploads in pieces with the job that discards what has expired. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Clock } from '../adapters/clock.ts'
import type { Database } from '../adapters/database/database.ts'
import { createGrowingFiles } from '../adapters/files/growing-files.ts'
import { type Repeated, repeatedly } from '../jobs/repeated.ts'
import { uploadApi } from '../modules/upload/upload.api.ts'
import { createUploadRepository } from '../modules/upload/upload.repository.ts'
import { createUploadService } from '../modules/upload/upload.service.ts'

const cleanEveryMs = 600_000

export interface UploadOptions {
  readonly database: Database
  readonly clock: Clock
  /** Where stored files lie, so that a whole upload is taken over without being copied; all servers share it. */
  readonly fileFolder: string
  readonly warn: (text: string, cause?: unknown) => void
}

export function composeUploads({ database, clock, fileFolder, warn }: UploadOptions) {
  const uploads = createUploadService({
    repository: createUploadRepository(database),
    files: createGrowingFiles(join(fileFolder, 'growing')),
    now: clock,
    newId: randomUUID,
    warn,
  })
  let cleaning: Repeated | undefined
  return {
    uploads,
    handlers: { upload: uploadApi(uploads) },
    start: (): void => {
      cleaning = repeatedly(
        () => uploads.clean(),
        cleanEveryMs,
        cause => warn('expired uploads', cause),
      )
    },
    close: async (): Promise<void> => cleaning?.close(),
  }
}
