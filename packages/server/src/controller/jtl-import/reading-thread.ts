/** Has results read in a thread of its own with bounded memory, so that the server goes on with everything else; feeds it the file and stores what it makes. */
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { type TransferListItem, Worker } from 'node:worker_threads'
import { AppError, type ErrorCode, errorCatalogue } from '@pone/contract/errors.ts'
import type { Batch } from '@pone/contract/link/batch.ts'
import {
  type ReadingAnswer,
  type ReadingNews,
  type ReadingTask,
  readingNewsSchema,
  type Survey,
} from './thread-messages.ts'

const maxHeapMiB = 256
const maxYoungMiB = 24
/** Handed over at a time. */
const pieceBytes = 1024 ** 2
/** No file takes as long. */
const timeoutMs = 6 * 3_600_000

export interface Reading {
  readonly task: ReadingTask
  /** The file as it was uploaded, from its beginning. */
  readonly open: () => Readable
  readonly sizeBytes: number
  readonly signal: AbortSignal
  /** Comes before the end, not necessarily before the batches. */
  readonly onSurvey: (survey: Survey) => Promise<void>
  /** What was stored so far is void. */
  readonly onAgain: () => Promise<void>
  /** Stores batches; the next ones come when it resolves. */
  readonly onBatches: (batches: Batch[]) => Promise<void>
  readonly onProgress: (progress: { stage: 'checking' | 'storing'; done01: number; rows: number }) => void
}

/** How many rows count as nothing. @throws AppError of the results; the signal's reason; Error when the thread dies */
export async function readInThread(reading: Reading): Promise<number> {
  const { task, signal } = reading
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  const file = pieces(reading.open)
  const worker = new Worker(new URL('./import.worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMiB, maxYoungGenerationSizeMb: maxYoungMiB },
  })
  const answer = (told: ReadingAnswer, transfer: TransferListItem[] = []) =>
    worker.postMessage(told, transfer)
  const answerTo = async (news: Exclude<ReadingNews, { kind: 'done' | 'refused' }>): Promise<void> => {
    if (news.kind === 'want') {
      const { number, isFirst, stage, pass, passes, rows } = news
      if (isFirst) file.restart()
      const bytes = await file.next()
      const read01 = reading.sizeBytes === 0 ? 1 : file.givenBytes / reading.sizeBytes
      reading.onProgress({ stage, done01: (pass + Math.min(1, read01)) / passes, rows })
      return answer({ kind: 'bytes', number, bytes }, bytes === null ? [] : [bytes.buffer])
    }
    if (news.kind === 'surveyed') await reading.onSurvey(news.survey)
    else if (news.kind === 'again') await reading.onAgain()
    else await reading.onBatches(news.batches)
    answer({ kind: 'go' })
  }
  let wants = Promise.resolve()
  try {
    return await new Promise<number>((resolve, reject) => {
      worker.on('message', message => {
        const news = readingNewsSchema.parse(message)
        if (news.kind === 'done') resolve(news.leftOut)
        else if (news.kind === 'refused') reject(new AppError(codeOf(news.code), news.params))
        else if (news.kind === 'want') {
          // A reading that is begun anew must not meet bytes that are still being fetched.
          wants = wants.then(() => answerTo(news))
          wants.catch(reject)
        } else answerTo(news).catch(reject)
      })
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('the thread that reads results ended early')))
      void once(deadline, 'abort').then(() => reject(deadline.reason))
      if (deadline.aborted) reject(deadline.reason)
    })
  } finally {
    await worker.terminate()
    file.close()
  }
}

const codeOf = (code: string): ErrorCode => (code in errorCatalogue ? (code as ErrorCode) : 'OperationFailed')

/** The bytes of a file in pieces that are worth a message, from the beginning as often as that is wanted. */
function pieces(open: () => Readable) {
  let stream: Readable | null = null
  let chunks: AsyncIterator<Uint8Array> | null = null
  let givenBytes = 0
  return {
    get givenBytes() {
      return givenBytes
    },
    restart(): void {
      stream?.destroy()
      stream = open()
      chunks = stream[Symbol.asyncIterator]()
      givenBytes = 0
    },
    /** null at the end. */
    async next(): Promise<Uint8Array<ArrayBuffer> | null> {
      const piece = new Uint8Array(pieceBytes)
      let length = 0
      while (chunks !== null && length < pieceBytes) {
        const { done, value } = await chunks.next()
        if (done === true) break
        if (length + value.length > pieceBytes) {
          givenBytes += value.length + length
          return joined(piece.subarray(0, length), value)
        }
        piece.set(value, length)
        length += value.length
      }
      givenBytes += length
      return length === 0 ? null : piece.slice(0, length)
    },
    close: () => stream?.destroy(),
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}
