/** Reads an uploaded results file piece by piece, so that a server goes on with everything else meanwhile. */
import { createReadStream } from 'node:fs'
import { JtlReader, type JtlReaderOptions } from '@pone/jmeter/jtl/reader.ts'

const pieceBytes = 256 * 1024

/** Hands every row over, and waits for `afterPiece` between pieces; the reader tells what could not be read. */
export async function readResults(
  path: string,
  options: JtlReaderOptions,
  afterPiece: () => Promise<void> = async () => undefined,
): Promise<JtlReader> {
  const reader = new JtlReader(options)
  for await (const piece of createReadStream(path, { highWaterMark: pieceBytes })) {
    reader.push(piece as Uint8Array)
    await afterPiece()
    if (reader.fault !== null) break
  }
  reader.end()
  return reader
}
