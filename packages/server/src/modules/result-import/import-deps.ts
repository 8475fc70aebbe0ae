/** Dependencies of imports: per call, and of the server. */
import type { RunRecord } from '@pone/results/run-record.ts'
import type { UploadedFile } from '../../calls/handler.ts'
import type { ImportJobDeps } from './import-job.ts'

export interface ImportDeps extends ImportJobDeps {
  readonly makeReport: (record: RunRecord) => Promise<void>
  /** Called when a record with its samples is complete. */
  readonly onSamples: (
    runId: string,
    dates: Pick<ImportInput, 'utcOffsetMinutes' | 'dateOrder'>,
  ) => Promise<void>
  /** Deletes the samples of runs before their deletion. */
  readonly forgetSamples: (runIds: readonly string[]) => Promise<void>
  /** Adds a record that this server imports from now on. */
  readonly own: (runId: string) => void
  readonly newId: () => string
}

export interface ImportInput {
  readonly projectId: string
  /** Of the execution record. */
  readonly name: string
  readonly by: string
  readonly upload: UploadedFile
  readonly utcOffsetMinutes: number
  readonly dateOrder: 'dayFirst' | 'monthFirst' | null
  readonly countsSubSamples: boolean
}
