/** Rows of imports: what was uploaded for a record, how far it has been read, and what became of it. */
import type { ImportOutcome, ImportStage } from '@pone/contract/entities/jtl.ts'
import type { ErrorParams } from '@pone/contract/errors.ts'
import type { JSONColumnType } from 'kysely'

/** How the results are to be read. */
export interface ImportOptions {
  /** Stands for the machine of the run. */
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
  /** The uploaded file is still there. */
  has_file: boolean
  options: JSONColumnType<ImportOptions>
  stage: ImportStage
  percent: number
  /** Read so far in this stage. */
  rows: number
  /** How often a server has begun with it. */
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
