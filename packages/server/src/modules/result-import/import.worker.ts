/** Worker thread that parses uploaded results, first for their times and order, then for their figures, and passes the batches of a run to the server. */

import { open as openFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '@pone/contract/errors.ts'
import type { Batch } from '@pone/contract/link/batch.ts'
import type { JtlReaderOptions } from '@pone/jmeter/jtl/format-reader.ts'
import type { JtlReader } from '@pone/jmeter/jtl/reader.ts'
import { storeInOrder } from './in-order.ts'
import { storeResults } from './result-batches.ts'
import { surveyResults } from './survey.ts'
import { type ReadingNews, readingTaskSchema } from './thread-messages.ts'
import { unpacked } from './unpacked.ts'

const port = parentPort
if (port === null) throw new Error('This file is the code of a thread.')
// On Linux the priority applies to this thread only, so that calls and pages take precedence.
if (process.platform === 'linux') setPriority(10)
const task = readingTaskSchema.parse(workerData)
const { runId, workerId, component, path, sizeBytes, packing } = task
const { utcOffsetMinutes, dateOrder, countsSubSamples } = task
const options: Omit<JtlReaderOptions, 'onRow'> = {
  utcOffsetMinutes,
  ...(dateOrder === null ? {} : { dateOrder }),
}

/** Chunk size. */
const pieceBytes = 1024 ** 2

let goOn: (() => void) | null = null
port.on('message', () => goOn?.())

/** Sends a message and waits until the server has processed it. */
function ask(news: ReadingNews): Promise<void> {
  return new Promise(resolve => {
    goOn = resolve
    port?.postMessage(news)
  })
}

type Place = Pick<Extract<ReadingNews, { kind: 'progress' }>, 'stage'> & { pass: number; passes: number }
let rows = 0

/** The uploaded file as a stream; reports its progress. */
async function* given({ stage, pass, passes }: Place): AsyncGenerator<Uint8Array> {
  const file = await openFile(path)
  try {
    for (let readBytes = 0; ; ) {
      const { bytesRead, buffer } = await file.read({ buffer: new Uint8Array(pieceBytes) })
      if (bytesRead === 0) return
      readBytes += bytesRead
      const read01 = Math.min(1, readBytes / Math.max(1, sizeBytes))
      port?.postMessage({
        kind: 'progress',
        stage,
        done01: (pass + read01) / passes,
        rows,
      } satisfies ReadingNews)
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}
const open = (place: Place) => {
  rows = 0
  return unpacked(given(place), packing)
}

const onProgress = (reader: JtlReader): void => {
  rows = reader.rows
}
const storing = {
  open: (pass: number, passes: number) => open({ stage: 'storing', pass, passes }),
  runId,
  workerId,
  component,
  reading: options,
  countsSubSamples,
  onProgress,
  store: async (batches: Batch[]) => {
    await ask({ kind: 'batches', batches })
  },
}

/** Returns the number of rows that are not counted. */
async function read(): Promise<number> {
  const inOrder = await storeInOrder(storing)
  if (inOrder !== null) {
    await ask({ kind: 'surveyed', survey: inOrder.survey })
    return inOrder.leftOut
  }
  await ask({ kind: 'again' })
  const checking = () => open({ stage: 'checking', pass: 0, passes: 1 })
  const survey = await surveyResults(checking, options, onProgress)
  await ask({ kind: 'surveyed', survey })
  return storeResults({ ...storing, survey })
}

try {
  const leftOut = await read()
  port.postMessage({ kind: 'done', leftOut } satisfies ReadingNews)
} catch (cause) {
  if (!(cause instanceof AppError)) throw cause
  port.postMessage({ kind: 'refused', code: cause.code, params: cause.params } satisfies ReadingNews)
}
port.close()
