/** Stores the rows of a run as its sample log: unchanged from JMeter where possible, else written anew in the same columns. */
import {
  closeSync,
  existsSync,
  fchmodSync,
  fchownSync,
  openSync,
  readSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { JtlReader } from '../jtl/reader.ts'
import { csvHeader, csvLine } from '../jtl/writer.ts'
import type { RowFormat } from '../process/command-line.ts'
import { openPlain } from '../process/plain-file.ts'

const pieceBytes = 1024 ** 2
/** Lines are written in pieces of about this many characters. */
const blockLength = 256 * 1024

/** One file of rows. */
export interface RowFile {
  readonly path: string
  readonly format: RowFormat
}

/** @throws the system's error, e.g. ENOSPC */
export function leaveSamples(files: readonly RowFile[], target: string, countsSubSamples: boolean): void {
  const there = files.filter(({ path }) => existsSync(path))
  const [first] = there
  if (first !== undefined && there.length === 1 && first.format === 'csv') return moveRows(first.path, target)
  const output = openSync(target, 'w', 0o600)
  let block = csvHeader
  const write = () => {
    writeSync(output, block)
    block = ''
  }
  for (const { path } of there) {
    const reader = new JtlReader({
      onRow: row => {
        // JMeter's CSV contains no parts of samples.
        if (row.isSubSample && !countsSubSamples) return
        block += csvLine(row)
        if (block.length >= blockLength) write()
      },
    })
    readInto(path, reader)
  }
  write()
  closeSync(output)
}

function moveRows(path: string, target: string): void {
  // Throws for a link, which would be read as if it were the sample log.
  const file = openPlain(path)
  if (process.getuid?.() === 0) fchownSync(file, 0, 0)
  fchmodSync(file, 0o600)
  closeSync(file)
  renameSync(path, target)
}

function readInto(path: string, reader: JtlReader): void {
  const file = openPlain(path)
  const piece = Buffer.alloc(pieceBytes)
  for (let length = readSync(file, piece); length > 0; length = readSync(file, piece)) {
    reader.push(piece.subarray(0, length))
  }
  closeSync(file)
  reader.end()
}
