/** Reads a results file from its first byte to its last, in one or several passes. */

import { type JtlReaderOptions } from '@pone/jmeter/jtl/format-reader.ts'
import { JtlReader } from '@pone/jmeter/jtl/reader.ts'

/** Bytes of the file from its beginning, unpacked. */
export type OpenResults = () => AsyncIterable<Uint8Array>

/** Passes every row on, and awaits `afterPiece` between chunks; the reader reports what could not be parsed. */
export async function readResults(
  open: OpenResults,
  options: JtlReaderOptions,
  afterPiece: (reader: JtlReader) => Promise<void> = async () => undefined,
): Promise<JtlReader> {
  const reader = new JtlReader(options)
  for await (const piece of open()) {
    reader.push(piece)
    await afterPiece(reader)
    if (reader.fault !== null) break
  }
  reader.end()
  return reader
}
