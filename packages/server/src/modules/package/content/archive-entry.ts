/** What a walk through an archive tells of each entry, and how an upload is refused. */
import type { Readable } from 'node:stream'
import { AppError } from '@pone/contract/errors.ts'

export interface ArchiveEntry {
  readonly path: string
  /** As the archive says; its bytes are held against it. */
  readonly sizeBytes: number
  readonly kind: 'file' | 'folder' | 'link' | 'other'
  /** Of a link. */
  readonly target: string
  readonly isExecutable: boolean
}
/** Called once per entry, in order; a file whose bytes are not wanted is passed over. */
export type Visit = (entry: ArchiveEntry, open: () => Promise<Readable>) => Promise<void>

/** The upload is not what it should be; `detail` is a key of http/details.ts. */
export const refuse = (detail: string, cause?: unknown): AppError =>
  new AppError('FileContentRefused', { detail, field: 'file' }, { cause })
