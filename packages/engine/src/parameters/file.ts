/** Rows of a parameter file: the file once in memory per worker, with the rows' offsets; a row is decoded when a user takes it. */
import { readFileSync, statSync } from 'node:fs'
import type { Parameter } from '@pone/contract/entities/component/parameters.ts'
import { indexRows, splitFields } from './delimited.ts'
import type { RowSource } from './row-source.ts'

/** Largest file that a worker takes into memory. */
export const maxFileBytesInMemory = 256 * 1024 ** 2

/** Opens the file. @throws Error when it cannot be read, is too large or has no rows */
export function fileSource(parameter: Extract<Parameter, { kind: 'file' }>, path: string): RowSource {
  const { size } = statSync(path)
  if (size > maxFileBytesInMemory) {
    throw new Error(`the parameter file has ${size} bytes, more than the ${maxFileBytesInMemory} that fit`)
  }
  const bytes = readFileSync(path)
  const offsets = indexRows(bytes, parameter.delimiter)
  const decoder = new TextDecoder(parameter.encoding)
  const firstRow = parameter.hasHeader ? 1 : 0
  const rowCount = Math.max(0, offsets.length / 2 - firstRow)
  return {
    columns: parameter.columns,
    rowCount,
    read(row) {
      const at = (row + firstRow) * 2
      return splitFields(decoder.decode(bytes.subarray(offsets[at], offsets[at + 1])), parameter.delimiter)
    },
  }
}
