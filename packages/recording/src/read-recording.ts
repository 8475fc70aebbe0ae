/** Reads a file of recorded requests of any known format and finds its dynamic values; safe in a browser. */
import { correlate } from './correlation/correlate.ts'
import type { CorrelatedRecording, Recording } from './model/recording.ts'
import { type RecordingReader, readerFor } from './readers.ts'

/** null if the content has no known format. @param chunks of the file in their order; the first has at least the first 64 KiB */
export async function readRecording(chunks: AsyncIterable<Uint8Array>): Promise<CorrelatedRecording | null> {
  let reader: RecordingReader | null = null
  for await (const chunk of chunks) {
    reader ??= readerFor(chunk)
    if (reader === null) return null
    reader.feed(chunk)
  }
  await reader?.settle?.()
  const recording = reader?.end() ?? null
  return recording === null ? null : { ...withoutBodies(recording), dynamicValues: correlate(recording) }
}

/** Bodies of responses are of no use once they were searched. */
const withoutBodies = (recording: Recording): Recording => ({
  ...recording,
  exchanges: recording.exchanges.map(exchange => ({
    ...exchange,
    response: exchange.response === null ? null : { ...exchange.response, body: null, headers: [] },
  })),
})
