/** Thread that reads uploaded results, first for their times and order, then for their figures, and hands the batches of a run to the server. */
import { parentPort, workerData } from 'node:worker_threads'
import { AppError } from '@pone/contract/errors.ts'
import type { JtlReaderOptions } from '@pone/jmeter/jtl/reader.ts'
import { storeResults } from './result-batches.ts'
import { surveyResults } from './survey.ts'
import {
  type ReadingAnswer,
  type ReadingNews,
  readingAnswerSchema,
  readingTaskSchema,
} from './thread-messages.ts'
import { unpacked } from './unpacked.ts'

const port = parentPort
if (port === null) throw new Error('This file is the code of a thread.')
const task = readingTaskSchema.parse(workerData)
const { runId, workerId, component, packing, utcOffsetMinutes, dateOrder, countsSubSamples } = task
const options: Omit<JtlReaderOptions, 'onRow'> = {
  utcOffsetMinutes,
  ...(dateOrder === null ? {} : { dateOrder }),
}

/** Who waits, by the kind of answer: bytes are fetched ahead while batches are being stored. */
const waiting = new Map<ReadingAnswer['kind'], (answer: ReadingAnswer) => void>()
port.on('message', message => {
  const answer = readingAnswerSchema.parse(message)
  waiting.get(answer.kind)?.(answer)
})

/** Says it and waits for the answer. */
function ask(news: ReadingNews, kind: ReadingAnswer['kind'] = 'go'): Promise<ReadingAnswer> {
  return new Promise(resolve => {
    waiting.set(kind, resolve)
    port?.postMessage(news)
  })
}

type Place = Pick<Extract<ReadingNews, { kind: 'want' }>, 'stage' | 'pass' | 'passes'>
let rows = 0

async function* given(place: Place): AsyncGenerator<Uint8Array> {
  for (let isFirst = true; ; isFirst = false) {
    const answer = await ask({ kind: 'want', isFirst, rows, ...place }, 'bytes')
    if (answer.kind !== 'bytes' || answer.bytes === null) return
    yield answer.bytes
  }
}
const open = (place: Place) => {
  rows = 0
  return unpacked(given(place), packing)
}

try {
  const survey = await surveyResults(
    () => open({ stage: 'checking', pass: 0, passes: 1 }),
    options,
    reader => {
      rows = reader.rows
    },
  )
  await ask({ kind: 'surveyed', survey })
  const leftOut = await storeResults({
    open: (pass, passes) => open({ stage: 'storing', pass, passes }),
    runId,
    workerId,
    component,
    survey,
    reading: options,
    countsSubSamples,
    onProgress: reader => {
      rows = reader.rows
    },
    store: async batches => {
      await ask({ kind: 'batches', batches })
    },
  })
  port.postMessage({ kind: 'done', leftOut } satisfies ReadingNews)
} catch (cause) {
  if (!(cause instanceof AppError)) throw cause
  port.postMessage({ kind: 'refused', code: cause.code, params: cause.params } satisfies ReadingNews)
}
port.close()
