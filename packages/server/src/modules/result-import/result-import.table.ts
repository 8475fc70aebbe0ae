/** Rows of imports: the upload of a record, its progress, and its result. */
import type { ImportOutcome, ImportStage } from '@pone/contract/entities/jtl.ts'
import type { ErrorParams } from '@pone/contract/errors.ts'
import type { JSONColumnType } from 'kysely'

/** Parsing options. */
export interface ImportOptions {
  /** Id used as the machine of the run. */
  readonly agentId: string
  readonly utcOffsetMinutes: number
  readonly dateOrder: 'dayFirst' | 'monthFirst' | null
  readonly countsSubSamples: boolean
  readonly packing: 'none' | 'gzip' | 'zip'
}

/** An error of the catalogue. */
export interface ImportFailure {
  readonly code: string
  readonly params: ErrorParams
}

export interface ResultImportTable {
  run_id: string
  file_name: string
  size_bytes: number
  /** Whether the uploaded file still exists. */
  has_file: boolean
  options: JSONColumnType<ImportOptions>
  stage: ImportStage
  percent: number
  /** Bytes read in this stage. */
  rows: number
  /** Number of started attempts. */
  attempts: number
  queued_at: number
  failure: JSONColumnType<ImportFailure> | null
  outcome: JSONColumnType<ImportOutcome> | null
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    result_imports: ResultImportTable
  }
}
