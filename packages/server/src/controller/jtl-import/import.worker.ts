/** Thread that reads uploaded results, first for their times and order, then for their figures, and hands the batches of a run to the server. */

import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '@pone/contract/errors.ts'
import type { Batch } from '@pone/contract/link/batch.ts'
import type { JtlReader, JtlReaderOptions } from '@pone/jmeter/jtl/reader.ts'
import { storeInOrder } from './in-order.ts'
import { storeResults } from './result-batches.ts'
import { surveyResults } from './survey.ts'
import { type ReadingNews, readingAnswerSchema, readingTaskSchema } from './thread-messages.ts'
import { unpacked } from './unpacked.ts'

const port = parentPort
if (port === null) throw new Error('This file is the code of a thread.')
// On Linux it is the priority of this thread alone: calls and pages come first.
if (process.platform === 'linux') setPriority(10)
const task = readingTaskSchema.parse(workerData)
const { runId, workerId, component, packing, utcOffsetMinutes, dateOrder, countsSubSamples } = task
const options: Omit<JtlReaderOptions, 'onRow'> = {
  utcOffsetMinutes,
  ...(dateOrder === null ? {} : { dateOrder }),
}

/** Who waits: bytes are fetched ahead while batches are being stored. */
let whoWantsBytes: { number: number; take: (bytes: Uint8Array | null) => void } | null = null
let whoWaits: (() => void) | null = null
port.on('message', message => {
  const answer = readingAnswerSchema.parse(message)
  if (answer.kind === 'go') whoWaits?.()
  else if (answer.number === whoWantsBytes?.number) whoWantsBytes.take(answer.bytes)
})

/** Says it and waits until the server has done what it means. */
function ask(news: Exclude<ReadingNews, { kind: 'want' }>): Promise<void> {
  return new Promise(resolve => {
    whoWaits = resolve
    port?.postMessage(news)
  })
}

let wants = 0
function want(place: Place, isFirst: boolean): Promise<Uint8Array | null> {
  return new Promise(take => {
    wants++
    whoWantsBytes = { number: wants, take }
    port?.postMessage({ kind: 'want', number: wants, isFirst, rows, ...place } satisfies ReadingNews)
  })
}

type Place = Pick<Extract<ReadingNews, { kind: 'want' }>, 'stage' | 'pass' | 'passes'>
let rows = 0

async function* given(place: Place): AsyncGenerator<Uint8Array> {
  for (let isFirst = true; ; isFirst = false) {
    const bytes = await want(place, isFirst)
    if (bytes === null) return
    yield bytes
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

/** How many rows count as nothing. */
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
