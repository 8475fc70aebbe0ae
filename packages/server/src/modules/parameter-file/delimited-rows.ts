/** The first rows of a parameter file, parsed by the engine's own rules. */
import { type Dialect, markLength, RowScanner, splitFields } from '@pone/plan/parameters/delimited.ts'

/**
 * At most `limit` rows; blank lines are left out, an unfinished last row too when the bytes are cut. null when the bytes
 * are not text of the encoding
 */
export function delimitedRows(
  bytes: Uint8Array,
  dialect: Dialect,
  limit: number,
  isCut = false,
): string[][] | null {
  if (!isTextOf(bytes, dialect.encoding, isCut)) return null
  const rows: string[][] = []
  const decoder = new TextDecoder(dialect.encoding)
  const onRow = (begin: number, end: number) => {
    if (rows.length < limit) rows.push(splitFields(decoder.decode(bytes.subarray(begin, end)), dialect))
  }
  const start = markLength(bytes, dialect.encoding)
  const scanner = new RowScanner(dialect, start)
  scanner.scan(bytes.subarray(start), start, onRow)
  if (!isCut) scanner.finish(bytes.length, onRow)
  return rows
}

/** A character cut off at the end is not an error. */
function isTextOf(bytes: Uint8Array, encoding: Dialect['encoding'], isCut: boolean): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: isCut })
    return true
  } catch {
    return false
  }
}
