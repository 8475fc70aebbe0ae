/** Reads results in one pass where their order allows it, as in nearly every file: the first rows determine when the run started. */

import { JtlReader } from '@pone/jmeter/jtl/reader.ts'
import { RowRecorder } from '@pone/jmeter/jtl/row-recorder.ts'
import { readResults } from './reading.ts'
import { batchWriter, inPortions, type ResultBatchesOptions } from './result-batches.ts'
import { Surveyor } from './survey.ts'
import type { Survey } from './thread-messages.ts'

/** Maximum distance of rows from their order. */
const bearableDisorderMs = 10_000
const openSeconds = bearableDisorderMs / 1_000 + 1
/** Number of bytes in which the earliest start is searched. */
const headBytes = 4 * 1024 ** 2

class OutOfOrder extends Error {}

/** Stores the batches; null when the rows are not in order: the stored data is void then. @throws AppError of the results */
export async function storeInOrder(
  options: Omit<ResultBatchesOptions, 'survey'>,
): Promise<{ survey: Survey; leftOut: number } | null> {
  const { open, reading, countsSubSamples, onProgress, store } = options
  const startMs = await startOf(() => open(0, 1), reading)
  if (startMs === null) return null
  const recorder = new RowRecorder({ startAtMs: startMs, countsSubSamples })
  const surveyor = new Surveyor()
  const writer = batchWriter(options)
  const put = (before: number) => inPortions(recorder.takeBefore(before), writer, store)
  try {
    const reader = await readResults(
      () => open(0, 1),
      {
        ...reading,
        onRow: row => {
          surveyor.add(row)
          if (surveyor.startMs < startMs || surveyor.disorderMs > bearableDisorderMs) throw new OutOfOrder()
          recorder.add(row)
        },
      },
      async each => {
        onProgress(each)
        await put(recorder.latestSecond - openSeconds)
      },
    )
    const survey = surveyor.survey(reader)
    await put(Number.POSITIVE_INFINITY)
    await store([writer.lastBatch()])
    return { survey, leftOut: recorder.leftOut }
  } catch (cause) {
    if (cause instanceof OutOfOrder) return null
    throw cause
  }
}

/** null when there is no row among the first bytes. */
async function startOf(
  open: () => AsyncIterable<Uint8Array>,
  reading: ResultBatchesOptions['reading'],
): Promise<number | null> {
  let startMs = Number.POSITIVE_INFINITY
  let sizeBytes = 0
  const reader = new JtlReader({
    ...reading,
    onRow: row => {
      startMs = Math.min(startMs, row.timeStampMs)
    },
  })
  for await (const piece of open()) {
    reader.push(piece)
    sizeBytes += piece.length
    if (sizeBytes >= headBytes) return Number.isFinite(startMs) ? startMs : null
  }
  reader.end()
  return Number.isFinite(startMs) ? startMs : null
}
