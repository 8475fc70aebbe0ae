/** Reads a file of recorded requests of any known format; safe in a browser. */
import type { Recording } from './model/recording.ts'
import { type RecordingReader, readerFor } from './readers.ts'

/** null if the content has no known format. @param chunks of the file in their order; the first has at least the first 64 KiB */
export async function readRecording(chunks: AsyncIterable<Uint8Array>): Promise<Recording | null> {
  let reader: RecordingReader | null = null
  for await (const chunk of chunks) {
    reader ??= readerFor(chunk)
    if (reader === null) return null
    reader.feed(chunk)
  }
  return reader?.end() ?? null
}
