/** Detects by its content whether a text is a table from which parameters can be read. */
import type { Dialect } from '@pone/plan/parameters/delimited.ts'
import { delimitedRows } from './delimited-rows.ts'

const delimiters = [',', ';', '\t', '|'] as const
const encodings = ['utf-8', 'gbk'] as const satisfies Dialect['encoding'][]
const looked = 200

/**
 * Whether the rows at its beginning have the same number of columns, two at least, or every row is one value without
 * blanks, as a list of accounts is. `isCut`: the bytes are only the beginning of the file.
 */
export function isTable(bytes: Uint8Array, isCut: boolean): boolean {
  return encodings.some(encoding =>
    delimiters.some(delimiter => {
      const rows = delimitedRows(bytes, { delimiter, quote: '"', encoding }, looked, isCut)
      const columns = rows?.[0]?.length ?? 0
      if (rows === null || columns === 0) return false
      if (columns > 1) return rows.every(row => row.length === columns)
      return rows.every(row => row.length === 1 && !/[\s,;|]/.test(row[0]?.trim() ?? ''))
    }),
  )
}
