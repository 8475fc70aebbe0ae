/** Counts an access log in a worker; the log itself never leaves the browser. */
import type { ProductionMixDocument } from '@pone/plan/production-mix/production-mix.ts'
import { mixDocumentOf } from '@pone/recording/mix/mix-document.ts'
import { readRecording } from '@pone/recording/read-recording.ts'
import { orderReading, piecesOf, type Reading } from '../../../lib/file-reading.ts'

export interface MixOrder {
  readonly file: File
  /** As nginx or Apache was told to write it; '' for the usual ones. */
  readonly logFormat: string
}

/** Answers null where the file is no log with requests. */
export type StartMix = (
  order: MixOrder,
  onProgress: (readBytes: number) => void,
) => Reading<ProductionMixDocument | null>

export async function readMix(
  { file, logFormat }: MixOrder,
  onProgress: (readBytes: number) => void,
): Promise<ProductionMixDocument | null> {
  const recording = await readRecording(piecesOf(file, onProgress), { logFormat })
  return recording === null ? null : mixDocumentOf(recording, file.name)
}

export const readInWorker: StartMix = (order, onProgress) =>
  orderReading(new Worker(new URL('./mix-worker.ts', import.meta.url), { type: 'module' }), order, onProgress)
