/** Uploads in pieces, and the job that discards what has expired. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createGrowingFiles } from '../../adapters/files/growing-files.ts'
import type { Nouns } from '../../calls/nouns.ts'
import { type Repeated, repeatedly } from '../../jobs/repeated.ts'
import type { ModuleBase } from '../module.ts'
import { uploadApi } from './upload.api.ts'
import { createUploadRepository } from './upload.repository.ts'
import { createUploadService } from './upload.service.ts'

export const uploadNouns: Nouns = {
  upload: { zh: '上传的文件', en: 'The uploaded file' },
}

const cleanEveryMs = 600_000

export function uploadModule({ database, clock, fileFolder, warn }: ModuleBase) {
  const uploads = createUploadService({
    repository: createUploadRepository(database),
    // Where stored files lie, so that a whole upload is taken over without being copied.
    files: createGrowingFiles(join(fileFolder, 'growing')),
    now: clock,
    newId: randomUUID,
    warn,
  })
  let cleaning: Repeated | undefined
  return {
    handlers: { upload: uploadApi(uploads) },
    services: { uploads },
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
