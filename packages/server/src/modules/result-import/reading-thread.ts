/** Parses results in a worker thread with bounded memory, so that the server is not blocked; stores the batches it produces. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { AppError, type ErrorCode, errorCatalogue } from '@pone/contract/errors.ts'
import type { Batch } from '@pone/contract/link/batch.ts'
import {
  goOn,
  type ReadingNews,
  type ReadingTask,
  readingNewsSchema,
  type Survey,
} from './thread-messages.ts'

const maxHeapMiB = 256
const maxYoungMiB = 24
/** Longer than any file takes. */
const timeoutMs = 6 * 3_600_000

export interface Reading {
  readonly task: ReadingTask
  readonly signal: AbortSignal
  /** Comes before the end, not necessarily before the batches. */
  readonly onSurvey: (survey: Survey) => Promise<void>
  /** The data stored so far is void. */
  readonly onAgain: () => Promise<void>
  /** Stores batches; the next ones are sent when it resolves. */
  readonly onBatches: (batches: Batch[]) => Promise<void>
  readonly onProgress: (progress: Extract<ReadingNews, { kind: 'progress' }>) => void
}

/** Returns the number of rows that are not counted. @throws AppError of the results; the signal's reason; Error when the thread dies */
export async function readInThread(reading: Reading): Promise<number> {
  const { task, signal } = reading
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  const worker = new Worker(new URL('./import.worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMiB, maxYoungGenerationSizeMb: maxYoungMiB },
  })
  /** Waits of the thread. */
  const work = async (news: Extract<ReadingNews, { kind: 'surveyed' | 'again' | 'batches' }>) => {
    if (news.kind === 'surveyed') await reading.onSurvey(news.survey)
    else if (news.kind === 'again') await reading.onAgain()
    else await reading.onBatches(news.batches)
    worker.postMessage(goOn)
  }
  try {
    return await new Promise<number>((resolve, reject) => {
      worker.on('message', message => {
        const news = readingNewsSchema.parse(message)
        if (news.kind === 'done') resolve(news.leftOut)
        else if (news.kind === 'refused') reject(new AppError(codeOf(news.code), news.params))
        else if (news.kind === 'progress') reading.onProgress(news)
        else work(news).catch(reject)
      })
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('the thread that reads results ended early')))
      void once(deadline, 'abort').then(() => reject(deadline.reason))
      if (deadline.aborted) reject(deadline.reason)
    })
  } finally {
    await worker.terminate()
  }
}

const codeOf = (code: string): ErrorCode => (code in errorCatalogue ? (code as ErrorCode) : 'OperationFailed')
