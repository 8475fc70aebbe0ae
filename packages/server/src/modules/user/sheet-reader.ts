/** Reads the first sheet of an uploaded .xlsx file, safely: checking, unpacking and parsing happen in a thread of its own with bounded memory and time. */
import { Worker } from 'node:worker_threads'
import { AppError } from '@pone/contract/errors.ts'
import { z } from 'zod'

const maxParseMs = 20_000
const maxHeapMiB = 256

const answerSchema = z.union([
  z.object({ rows: z.array(z.array(z.string())) }),
  z.object({ refusal: z.enum(['notSpreadsheet', 'tooMuchContent']) }),
])
/** What the thread says: cells as text, or why it reads none. */
export type SheetAnswer = z.infer<typeof answerSchema>

/** Cells as text, row by row, the heading first. @throws AppError FileContentRefused */
export function readSheetRows(path: string): Promise<string[][]> {
  const worker = new Worker(new URL('./sheet-reader.worker.ts', import.meta.url), {
    workerData: path,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMiB },
  })
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(refused('tooMuchContent'))
      void worker.terminate()
    }, maxParseMs)
    worker.once('message', (message: unknown) => {
      const answer = answerSchema.parse(message)
      if ('rows' in answer) resolve(answer.rows)
      else reject(refused(answer.refusal))
    })
    worker.once('error', (cause: Error) => {
      const isTooLarge = 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY'
      reject(refused(isTooLarge ? 'tooMuchContent' : 'notSpreadsheet', cause))
    })
    worker.once('exit', () => {
      clearTimeout(timer)
      reject(refused('notSpreadsheet'))
    })
  })
}

/** The detail is a key of http/details.ts. */
const refused = (detail: string, cause?: unknown): AppError =>
  new AppError('FileContentRefused', { detail }, { cause })
