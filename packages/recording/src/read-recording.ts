/** Reads a file of recorded requests of any known format and finds its dynamic values; safe in a browser. */
import { correlate } from './correlation/correlate.ts'
import type { CorrelatedRecording, Recording } from './model/recording.ts'
import { type ReadOptions, type RecordingReader, readerFor } from './readers.ts'
import { typedValues } from './typed/typed-values.ts'

/** null if the content has no known format. @param chunks of the file in their order; the first has at least the first 64 KiB */
export async function readRecording(
  chunks: AsyncIterable<Uint8Array>,
  options: ReadOptions = {},
): Promise<CorrelatedRecording | null> {
  let reader: RecordingReader | null = null
  for await (const chunk of chunks) {
    reader ??= readerFor(chunk, options)
    if (reader === null) return null
    reader.feed(chunk)
  }
  await reader?.settle?.()
  const recording = reader?.end() ?? null
  if (recording === null) return null
  // Counted requests stand for many, of which no two belong together.
  const dynamicValues = recording.mix === undefined ? correlate(recording) : []
  const typed = recording.mix === undefined ? typedValues(recording, dynamicValues) : []
  return { ...withoutBodies(recording), dynamicValues, typedValues: typed }
}

/** Bodies of responses are of no use once they were searched. */
const withoutBodies = (recording: Recording): Recording => ({
  ...recording,
  exchanges: recording.exchanges.map(exchange => ({
    ...exchange,
    response: exchange.response === null ? null : { ...exchange.response, body: null, headers: [] },
  })),
})
